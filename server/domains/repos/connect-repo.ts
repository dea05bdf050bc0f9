import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { concerning, insertRow, updateRow } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { actorOf } from '../../operations/caller.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { projectRef } from '../projects/project.ts'
import { connectsRepos } from './access.ts'
import {
  limitRefs,
  readRemoteRefs,
  rejectUnreadable,
  requireAddress,
  sealToken,
  tokenOf,
} from './read-repo.ts'
import { Repo, branchField, repoKind, type RepoRow } from './repo.ts'
import { reloadRepo } from './repos.ts'

const maxPerProject = 50

export const connectRepo = operation({
  id: 'repos.connect',
  summary: 'Connect a git repository to a project by its https URL.',
  http: 'POST /api/repos',
  tool: {
    name: 'connect_repo',
    rare: ['name'],
    brief: { url: 'https URL.', branch: 'Default: its main branch.', token: 'Access token, if private.' },
  },
  access: connectsRepos,
  outside: true,
  created: true,
  input: z.object({
    project: projectRef,
    url: z.string().trim().min(1).max(1000).describe('Its https URL.'),
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Display name. Default: the last part of the URL.'),
    branch: branchField.optional().describe('Branch to read. Default: the default branch.'),
    token: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .regex(/^[\x21-\x7e]+$/, "A token can't contain spaces or line breaks.")
      .optional()
      .describe('Access token for a private repository. Never returned.'),
  }),
  output: Repo,
  // Runs outside a transaction, because it waits for the git server.
  async prepare({ app, request, project }, { url, branch, token }) {
    requireAddress(app, url)
    const address = normalizeUrl(url)
    const known = await findConnected(app.database, project.id, address)
    const reads = token ?? (known && (await tokenOf(app.database, app.secrets, known.id)))
    const reading = readRemoteRefs(
      { app, request },
      { url: address, token: reads },
      branch ?? known?.chosen_branch ?? null,
    )
    return { address, refs: await rejectUnreadable(address, reading) }
  },
}).run(async (ctx, { name, branch, token }) => {
  const { project, address, refs } = ctx
  const known = await findConnected(ctx.db, project.id, address)
  const seal = (id: string) => (token === undefined ? null : sealToken(ctx.app.secrets, id, token))
  if (known) {
    // Connecting an existing repository again changes only the given fields.
    const set = {
      ...(name !== undefined && { name }),
      ...(branch !== undefined && { chosen_branch: branch, default_branch: branch, head: refs.head }),
    }
    const { after, changes } = await updateRow<RepoRow>(ctx, repoKind, known, set)
    if (token !== undefined)
      await ctx.db.run(sql`update repos set token = ${seal(known.id)} where id = ${known.id}`)
    const data = { token: 'replaced' }
    if (changes || token !== undefined)
      ctx.record({
        type: 'repo.updated',
        ...concerning(repoKind, after),
        version: after.version,
        ...(changes && { changes }),
        ...(token !== undefined && { data }),
      })
    return reloadRepo(ctx, known.id)
  }
  const [count] = await ctx.db.run<{ count: number }>(
    sql`select count(*)::int as count from repos where project_id = ${project.id} and deleted_at is null`,
  )
  if (count!.count >= maxPerProject) reject('too_many', { most: maxPerProject, things: 'repositories' })
  const id = newId()
  const stored = limitRefs(refs)
  const displayName = name ?? defaultName(address)
  await insertRow<RepoRow>(ctx, repoKind, {
    insert: sql`insert into repos (id, organization_id, project_id, name, url, token, chosen_branch, default_branch, head,
        branches, branch_count, tags, tag_count, created_by)
      values (${id}, ${project.organization_id}, ${project.id}, ${displayName}, ${address}, ${seal(id)}, ${branch ?? null},
        ${stored.default_branch}, ${stored.head}, ${JSON.stringify(stored.branches)}, ${stored.branch_count},
        ${stored.tags}, ${stored.tag_count}, ${JSON.stringify(actorOf(ctx.caller))})`,
    data: { name: displayName, url: address },
  })
  return reloadRepo(ctx, id)
})

/** Finds a connected repository by URL. Ignores a trailing ".git". */
async function findConnected(db: Queries, projectId: string, url: string): Promise<RepoRow | undefined> {
  const [row] = await db.run<RepoRow>(
    sql`select * from repos where project_id = ${projectId} and regexp_replace(url, '\\.git$', '') = ${url.replace(/\.git$/, '')} and deleted_at is null`,
  )
  return row
}

/** Normalizes a URL: removes trailing slashes. */
function normalizeUrl(link: string): string {
  return new URL(link).href.replace(/\/+$/, '')
}

/** Returns the last part of the path as the default name. */
function defaultName(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '')
  const name = decoded(last ?? '').replace(/\.git$/, '')
  return name.slice(0, 100) || new URL(url).hostname.slice(0, 100)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('\0', '').toWellFormed()
  } catch {
    return part
  }
}
