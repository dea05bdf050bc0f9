import { IndexState } from './index-state.ts'
import { z } from 'zod'
import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { Kind } from '../../operations/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { authorship, authorshipOf } from '../../operations/actor.ts'
import { type Fix, fixes } from '../code-hosts/host-unavailable.ts'
import { hasRight } from '../projects/access.ts'
import { statuses } from '../work/tasks/states.ts'
import type { SeenRepo } from './access.ts'
import { CheckRun, ChecksSummary, summaryOf } from './pull-request.ts'

export const Command = z.object({
  name: z.string().describe('Name in the manifest: test, build, lint.'),
  command: z.string().describe('Shell command that runs it.'),
  from: z.string().describe('Manifest that defines it.'),
})
export type Command = z.output<typeof Command>

const Counted = z.object({ name: z.string(), files: z.int() })
export type Counted = z.output<typeof Counted>

/** A stored commit with the numbers of the tasks that it mentions. */
export const StoredCommit = z.object({
  id: z.string(),
  author: z.string(),
  at: z.string(),
  subject: z.string(),
  mentions: z.array(z.string()),
})
export type StoredCommit = z.output<typeof StoredCommit>

/** Contents of a repository at its newest commit, without the commits. */
export const Contents = z
  .object({
    files: z.int().describe('Number of files.'),
    languages: z.array(Counted).describe('Languages by file extension, most frequent first.'),
    folders: z.array(Counted).describe('Top-level folders with their number of files.'),
    readme: z.object({ path: z.string(), text: z.string() }).nullable().describe('Start of the readme.'),
    manifests: z.array(z.string()).describe('Build manifests in the root.'),
    commands: z.array(Command).describe('Commands that the manifests define.'),
    guides: z.array(z.string()).describe('Existing instructions for assistants and contributors.'),
  })
  .meta({ id: 'RepoContents' })

const Codeowners = z
  .object({
    path: z.string(),
    rules: z
      .array(z.object({ pattern: z.string(), owners: z.array(z.string()) }))
      .describe('First 200 rules. The last one that matches a path applies.'),
  })
  .meta({ id: 'Codeowners' })
export type Codeowners = z.output<typeof Codeowners>

export interface Contents extends z.output<typeof Contents> {
  commits: StoredCommit[]
  /** Missing in contents that were read before Baton read the file. */
  codeowners?: Codeowners | null
}

const repoStatuses = ['pending', 'syncing', 'ready', 'error'] as const
export const repoAccesses = ['token', 'person', 'organization'] as const

export const webhookStates = ['none', 'waiting', 'active', 'failed'] as const
export const WebhookState = z
  .enum(webhookStates)
  .describe(
    'none: Baton polls. waiting: created, but nothing arrived yet. active: deliveries arrive. failed: see failure.',
  )

export interface Branch {
  name: string
  commit: string
}

export interface Instructions {
  path: string
  text: string
  /** The commit that the text was generated from. */
  head: string | null
  generatedAt: string
}

/** A repository without its secrets, which only a sync and the webhook need. */
export type RepoRow = Omit<
  Narrow<Rows['repos'], { branches: Branch[]; contents: Contents; instructions: Instructions; fix: Fix }>,
  'token' | 'hook_secret'
>

/** A repository in lists. The API never returns its token. */
export const ListedRepo = z
  .object({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    project: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    status: z
      .enum(repoStatuses)
      .describe(
        'pending: connected but not read yet. syncing: it is being read. error: the last read failed.',
      ),
    failure: z.string().nullable().describe('Reason why it could not be read, and what to do.'),
    fix: z.enum(fixes).nullable().describe('Step that resolves the failure.'),
    access: z
      .enum(repoAccesses)
      .describe(
        'Credential that reads it: its own token or none, the account of connectedBy, or the connection of the organization.',
      ),
    connectedBy: z.uuid().nullable().describe('User whose account reads it.'),
    private: z
      .boolean()
      .describe('Private at its code host. With access person, only people who can read it there see it.'),
    host: z
      .object({
        url: z.string().describe('Web URL of the code host.'),
        name: z.string().describe('Owner and name there: acme/web.'),
      })
      .nullable()
      .describe('Code host with pull requests and checks. Null: plain git.'),
    webhook: WebhookState,
    openPullRequests: z.int(),
    hasToken: z.boolean().describe('Whether it has an access token.'),
    defaultBranch: z.string().nullable(),
    head: z.string().nullable().describe('Newest commit of that branch. Null without any.'),
    branchCount: z.int(),
    tagCount: z.int(),
    syncedAt: z.iso.datetime().nullable().describe('Time of the last read.'),
    ...authorship,
    may: z
      .object({ edit: z.boolean().describe('Sync and disconnect it.') })
      .describe('Actions that the caller can perform.'),
  })
  .meta({ id: 'ListedRepo' })

const MentionedTask = z.object({
  id: z.uuid(),
  key: z.string(),
  title: z.string(),
  status: z.enum(statuses),
})
export type MentionedTask = z.output<typeof MentionedTask>

const Commit = z
  .object({
    id: z.string(),
    author: z.string(),
    at: z.string(),
    subject: z.string(),
    tasks: z.array(MentionedTask).describe('Tasks that it mentions by number (WEB-42).'),
  })
  .meta({ id: 'RepoCommit' })

/** A repository with its contents. */
export const Repo = ListedRepo.extend({
  branches: z
    .array(z.object({ name: z.string(), commit: z.string() }))
    .describe('First 200 branches by name.'),
  tags: z.array(z.string()).describe('Last 200 tags by name.'),
  commits: z.array(Commit).describe('Newest 50 commits of the default branch.'),
  contents: Contents.nullable().describe('Contents. Null until it is read.'),
  codeowners: Codeowners.nullable().describe('CODEOWNERS file. Null without one.'),
  checks: z.array(CheckRun).describe('Checks of the newest commit of the default branch.'),
  summary: ChecksSummary,
  instructions: z
    .object({
      path: z.string(),
      text: z.string(),
      head: z.string().nullable(),
      generatedAt: z.iso.datetime(),
    })
    .nullable()
    .describe('Last generated instructions for assistants.'),
  indexed: IndexState.nullable().describe('State of the code index. Null before it is first read.'),
}).meta({ id: 'Repo' })

export function listedRepoFromRow(row: SeenRepo, caller: Caller): z.output<typeof ListedRepo> {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    project: { id: row.project_id, slug: row.project_slug, name: row.project_name },
    status: row.status,
    failure: row.failure,
    fix: row.fix,
    access: row.access,
    connectedBy: row.access === 'person' ? row.connected_by : null,
    private: row.is_private,
    host: row.host_url !== null && row.host_name !== null ? { url: row.host_url, name: row.host_name } : null,
    webhook: webhookStateOf(row),
    openPullRequests: row.open_pulls,
    hasToken: row.has_token,
    defaultBranch: row.default_branch,
    head: row.head,
    branchCount: row.branch_count,
    tagCount: row.tag_count,
    syncedAt: row.synced_at,
    ...authorshipOf(row),
    may: may(caller, { edit: hasRight(row.right, 'edit') }),
  }
}

/** Builds the response. `tasks` has the mentioned tasks that the caller can see. */
export function repoFromRow(
  row: SeenRepo,
  tasks: Map<string, MentionedTask>,
  caller: Caller,
): Omit<z.output<typeof Repo>, 'indexed'> {
  const { commits = [], codeowners = null, ...contents } = row.contents ?? {}
  return {
    ...listedRepoFromRow(row, caller),
    branches: row.branches,
    tags: row.tags,
    commits: commits.map(({ mentions, ...commit }) => ({
      ...commit,
      tasks: mentions.flatMap((key) => tasks.get(key) ?? []),
    })),
    contents: row.contents && (contents as z.output<typeof Contents>),
    codeowners,
    checks: row.head_checks,
    summary: summaryOf(row.head_checks),
    instructions: row.instructions,
  }
}

type HookColumns = Pick<SeenRepo, 'has_hook_secret' | 'hook_failure' | 'hook_received_at'>

export function webhookStateOf(row: HookColumns): (typeof webhookStates)[number] {
  if (row.hook_failure !== null) return 'failed'
  if (!row.has_hook_secret) return 'none'
  return row.hook_received_at === null ? 'waiting' : 'active'
}

export const repoKind: Kind<RepoRow> = {
  name: 'repo',
  table: 'repos',
  jsonLists: ['branches'],
  key: 'name',
  project: 'project_id',
  person: 'private_to',
}

export const repoRef = reference('repo', 'Repository: its name or id.')

export const branchField = z
  .string()
  .trim()
  .max(250)
  .regex(/^(?![-/.])[^\s~^:?*[\\\p{Cc}]+(?<![/.])$/u, "This isn't a valid branch name.")
