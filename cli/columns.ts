import type { Command } from './commands.ts'

/*
 * The columns of each list, the most important first: a narrow terminal drops the last ones. An id is shown, as the
 * last column, only where other commands need it because the item has no key, slug or name. --fields shows any field.
 */
const events = 'at actor type subject data.title'
const members = 'user.name user.username user.email role teams lastSeenAt'
const teamMembers = 'user.name user.username role joinedAt'
const credentials = 'name hint mode scopes agent project expiresAt lastUsedAt id'
const features = 'key title kind status gate progress project'
const projects = 'key slug name visibility updatedAt archivedAt'
const revisions = 'revision reason added removed createdBy createdAt'
const skills = 'slug name scope owner tags'
const tasks = 'key title status priority assignee project dueAt type labels estimate'
const workspaces = 'name owner teams projectCount id'

const marketplaceItems = 'kind name category organization release installs'
const articles = 'slug title state publishAt author updatedAt'

const columns: Record<string, string> = {
  'activity.list': 'at description id',
  'activity.listEvents': events,
  'activity.listHistory': 'at actor type data.title',
  'admin.listAllTeams': 'name slug organization memberCount projectCount id',
  'admin.listAnyTeamMembers': teamMembers,
  'admin.listSettings': 'key value title',
  'admin.listUserLogins': 'device method network impersonator lastSeenAt expiresAt id',
  'admin.listUserNotes': 'title organization project publishedAt updatedAt id',
  'admin.listUserProjects': 'key slug name organization visibility createdAt',
  'admin.listUsers': 'username name email role state lastSeenAt createdAt',
  'admin.listUserTeams': 'slug name organization role joinedAt',
  'agents.listLive': 'name working task.key task.title task.until lastCallAt',
  'agents.list': 'name role model owner openTasks lastUsedAt',
  'aiSessions.list': 'title owner project repo shared messageCount updatedAt id',
  'aiSessions.listMessages': 'role text outcome createdAt',
  'announcements.list': 'title toName status sendAt recipients read id',
  'announcements.listKinds': 'kind title enabled',
  'attachments.list': 'name type size createdBy createdAt id',
  'categories.list': 'slug name posts publishedPosts updatedAt',
  'codeHosts.list': 'url kind login scopes checkedAt failure id',
  'comments.list': 'createdBy createdAt body id',
  'communityPosts.list': 'title author pinned createdAt id',
  'communityPosts.listAll': 'title author openReports hidden pinned createdAt id',
  'conflicts.list': 'item.key item.title field type otherBy.name createdAt id',
  'connectedAccounts.list': 'provider name email lastUsedAt',
  'contact.list': 'subject name email status createdAt id',
  'credentials.listApiKeys': credentials,
  'credentials.listMcpTokens': credentials,
  'decisions.list': 'key title status tags project decidedAt',
  'dependencies.list': 'kind task.key task.title task.status task.project',
  'devices.list': 'name platform lastSeenAt id',
  'docs.list': 'id title summary',
  'epics.list': 'key title status progress dueAt labels',
  'evidence.list': 'kind title reference gate status createdBy id',
  'features.list': features,
  'features.listProjectFeatures': features,
  'integrations.listOwn': 'provider label hint baseUrl updatedAt',
  'invitations.list': 'email role status team expiresAt id',
  'invitations.listOwn': 'organization role team invitedBy expiresAt id',
  'issues.list': 'number title state replyCount createdAt',
  'issues.listAll': 'number title state reporter assignee createdAt',
  'issues.listAssignees': 'username name id',
  'issues.listRemote': 'number title state linkedTo updatedAt url',
  'issues.listRemoteRepos': 'name private openIssues configured url',
  'issues.listReported': 'number title state assignee createdAt',
  'jobs.list': 'queue state attempts reason createdAt id',
  'journal.list': 'at actor type subject organization',
  'logins.list': 'device method current network lastSeenAt id',
  'marketplace.list': `${marketplaceItems} id`,
  'marketplace.listAll': `${marketplaceItems} status id`,
  'marketplace.listOwn': `${marketplaceItems} status id`,
  'members.list': members,
  'memories.list': 'kind scope content project id',
  'memories.search': 'kind key title content similarity',
  'notes.list': 'title tags project owner pinned updatedAt',
  'notes.listRevisions': revisions,
  'notifications.list': 'at kind title id',
  'organizations.list': 'slug name role current',
  'rememberedDevices.list': 'device current network lastUsedAt expiresAt id',
  'pages.list': articles,
  'pages.listRevisions': revisions,
  'passkeys.list': 'name synced lastUsedAt id',
  'posts.list': articles,
  'posts.listRevisions': revisions,
  'projects.list': projects,
  'projects.listSummaries': 'slug name done total open lead lastActivityAt',
  'projects.listShares': 'user team public role createdAt',
  'publicDocs.list': 'slug title author publishedAt tags',
  'questions.list': 'question askedBy task.key askedAt answer id',
  'code.search': 'repo path startLine symbol similarity url',
  'repos.listAtHost': 'name private defaultBranch pushedAt connectedTo url',
  'repos.list': 'name url project status defaultBranch syncedAt',
  'repos.listPullRequests': 'number title state draft author summary url',
  'reviews.list': 'gate verdict createdBy createdAt body',
  'search.find': 'kind key title project url',
  'search.findPublic': 'kind title url',
  'search.suggest': 'kind key title url',
  'sessions.list': 'title status agent lastSeenAt id project',
  'skills.list': skills,
  'skills.listRevisions': revisions,
  'specs.list': 'key title status revision project createdBy',
  'specs.listRevisions': revisions,
  'sponsors.list': 'name tier link from until current id',
  'sponsors.listCurrent': 'name tier link',
  'stories.list': 'key title status progress dueAt labels',
  'stories.listStoryTasks': tasks,
  'tasks.list': tasks,
  'tasks.listOwn': tasks,
  'teamMembers.list': teamMembers,
  'teams.list': 'slug name role memberCount projectCount',
  'teams.listCurrentMembers': teamMembers,
  'teams.listTeamActivity': events,
  'teams.listTeamAgents': 'name role openTasks lastUsedAt',
  'teams.listTeamFeatures': features,
  'teams.listTeamProjects': projects,
  'teams.listTeamSkills': skills,
  'trash.list': 'kind key title project deletedBy deletedAt restorableUntil id',
  'tunnels.list': 'name status owner machine.hostname lastSeenAt id',
  'tunnels.listActions': 'action target title mode timeoutSeconds',
  'tunnels.listRuns': 'createdAt action target state requester reason id',
  'views.list': 'name shared owner id',
  'views.listFavorite': 'name project shared id',
  'watchers.list': 'name username since',
  'webhooks.list': 'name url events active project id',
  'webhooks.listDeliveries': 'event status attempts createdAt nextAttemptAt id',
  'workflows.list': 'slug name builtIn gates',
  'workspaces.list': workspaces,
  'workspaces.listTeamWorkspaces': workspaces,
  'workspaces.listWorkspaceProjects': projects,
}

/** Returns the columns of a command's table, or undefined if the table chooses them from the items. */
export function columnsOf({ id }: Pick<Command, 'id'>): string[] | undefined {
  return columns[id]?.split(' ')
}
