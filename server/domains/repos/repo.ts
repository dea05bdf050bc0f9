import { z } from 'zod'
import type { Kind } from '../../operations/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { Who, whoFromActor } from '../../operations/actor.ts'
import { hasRight } from '../projects/access.ts'
import { statuses } from '../work/tasks/states.ts'
import type { SeenRepo } from './access.ts'
import { Contents } from './contents.ts'
import { type RepoRow, repoStatuses } from './tables.ts'

/** A repository in lists. The API never returns its token. */
export const ListedRepo = z
  .object({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    project: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    status: z
      .enum(repoStatuses)
      .describe('pending: connected but not read yet. error: the last read failed.'),
    failure: z.string().nullable().describe('Reason why it could not be read, and what to do.'),
    hasToken: z.boolean().describe('Whether it has an access token.'),
    defaultBranch: z.string().nullable(),
    head: z.string().nullable().describe('Newest commit of that branch. Null without any.'),
    branchCount: z.int(),
    tagCount: z.int(),
    syncedAt: z.iso.datetime().nullable().describe('Time of the last read.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
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
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
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
