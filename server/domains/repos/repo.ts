import { z } from 'zod'
import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { Kind } from '../../operations/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { authorship, authorshipOf } from '../../operations/actor.ts'
import { hasRight } from '../projects/access.ts'
import { statuses } from '../work/tasks/states.ts'
import type { SeenRepo } from './access.ts'

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

export interface Contents extends z.output<typeof Contents> {
  commits: StoredCommit[]
}

const repoStatuses = ['pending', 'syncing', 'ready', 'error'] as const

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

/** A repository without its token, which only a sync needs. */
export type RepoRow = Omit<
  Narrow<Rows['repos'], { branches: Branch[]; contents: Contents; instructions: Instructions }>,
  'token'
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
  instructions: z
    .object({
      path: z.string(),
      text: z.string(),
      head: z.string().nullable(),
      generatedAt: z.iso.datetime(),
    })
    .nullable()
    .describe('Last generated instructions for assistants.'),
}).meta({ id: 'Repo' })

export function listedRepoFromRow(row: SeenRepo, caller: Caller): z.output<typeof ListedRepo> {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    project: { id: row.project_id, slug: row.project_slug, name: row.project_name },
    status: row.status,
    failure: row.failure,
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
): z.output<typeof Repo> {
  const { commits = [], ...contents } = row.contents ?? {}
  return {
    ...listedRepoFromRow(row, caller),
    branches: row.branches,
    tags: row.tags,
    commits: commits.map(({ mentions, ...commit }) => ({
      ...commit,
      tasks: mentions.flatMap((key) => tasks.get(key) ?? []),
    })),
    contents: row.contents && (contents as z.output<typeof Contents>),
    instructions: row.instructions,
  }
}

export const repoKind: Kind<RepoRow> = {
  name: 'repo',
  table: 'repos',
  jsonLists: ['branches'],
  key: 'name',
  project: 'project_id',
}

export const repoRef = reference('repo', 'Repository: its name or id.')

export const branchField = z
  .string()
  .trim()
  .max(250)
  .regex(/^(?![-/.])[^\s~^:?*[\\\p{Cc}]+(?<![/.])$/u, "This isn't a valid branch name.")
