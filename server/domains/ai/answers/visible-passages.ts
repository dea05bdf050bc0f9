import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { visibleProjects } from '../../projects/access.ts'
import { fromRepos } from '../../repos/access.ts'
import { visibleRepos } from '../../repos/visible-repos.ts'
import { visibleSubjects } from '../../search/visible-subjects.ts'
import type { Passage } from './passage.ts'

type Reader = { db: Queries } & InOrganization

/**
 * Returns the passages whose item or repository the caller can see now, in their order and with their numbers. Makes at
 * most two queries, so pass the passages of all messages of a page together. The result has the same objects.
 */
export async function visiblePassages(ctx: Reader, passages: Passage[]): Promise<Passage[]> {
  const items = passages.flatMap(({ kind, id }) => (kind === 'code' ? [] : [{ kind, id }]))
  const repos = passages.flatMap(({ kind, id }) => (kind === 'code' ? [id] : []))
  const visibleItems = await visibleSubjects(ctx, items)
  const visibleCode = await visibleRepoIds(ctx, repos)
  return passages.filter(({ kind, id }) => (kind === 'code' ? visibleCode : visibleItems).has(id))
}

async function visibleRepoIds(ctx: Reader, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.db.run<{ id: string }>(
    sql`select r.id from ${fromRepos}
      where ${visibleProjects(ctx).where} and p.deleted_at is null and r.organization_id = ${ctx.organization.id}
        and r.deleted_at is null and ${visibleRepos(ctx)} and r.id = any(${[...new Set(ids)]}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}
