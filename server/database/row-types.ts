// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { AccountsRows } from './row-types/accounts.ts'
import type { AnswersRows } from './row-types/answers.ts'
import type { AttachmentsRows } from './row-types/attachments.ts'
import type { CodeHostsRows } from './row-types/code-hosts.ts'
import type { CodeIndexRows } from './row-types/code-index.ts'
import type { CommunityRows } from './row-types/community.ts'
import type { ContentRows } from './row-types/content.ts'
import type { FoundationRows } from './row-types/foundation.ts'
import type { HomeRows } from './row-types/home.ts'
import type { InstanceRows } from './row-types/instance.ts'
import type { IssuesRows } from './row-types/issues.ts'
import type { KnowledgeRows } from './row-types/knowledge.ts'
import type { LiveRows } from './row-types/live.ts'
import type { MarketplaceRows } from './row-types/marketplace.ts'
import type { McpOauthRows } from './row-types/mcp-oauth.ts'
import type { McpSessionsRows } from './row-types/mcp-sessions.ts'
import type { NotificationsRows } from './row-types/notifications.ts'
import type { OrganizationsRows } from './row-types/organizations.ts'
import type { OverviewRows } from './row-types/overview.ts'
import type { ProfilesRows } from './row-types/profiles.ts'
import type { QuestionsRows } from './row-types/questions.ts'
import type { ReposRows } from './row-types/repos.ts'
import type { SecondFactorRows } from './row-types/second-factor.ts'
import type { SyncRows } from './row-types/sync.ts'
import type { TaskCountsRows } from './row-types/task-counts.ts'
import type { TunnelsRows } from './row-types/tunnels.ts'
import type { WatchersRows } from './row-types/watchers.ts'
import type { WebhooksRows } from './row-types/webhooks.ts'
import type { WorkRows } from './row-types/work.ts'

/** The rows of each table, with the types of the values that the driver returns. */
export interface Rows
  extends
    AccountsRows,
    AnswersRows,
    AttachmentsRows,
    CodeHostsRows,
    CodeIndexRows,
    CommunityRows,
    ContentRows,
    FoundationRows,
    HomeRows,
    InstanceRows,
    IssuesRows,
    KnowledgeRows,
    LiveRows,
    MarketplaceRows,
    McpOauthRows,
    McpSessionsRows,
    NotificationsRows,
    OrganizationsRows,
    OverviewRows,
    ProfilesRows,
    QuestionsRows,
    ReposRows,
    SecondFactorRows,
    SyncRows,
    TaskCountsRows,
    TunnelsRows,
    WatchersRows,
    WebhooksRows,
    WorkRows {}
