import type { Queries } from '../../database/connect.ts'

interface Left {
  id: string
  role: string
  heir: string | null
  heir_role: string | null
}

/**
 * Takes a person out of their organizations. One in which they were alone goes with everything in it; in one that would
 * be left without an owner, whoever ranks highest, and of several the one who came first, becomes it. Answers the
 * organizations that remain.
 */
export async function leaveOrganizations(db: Queries, userId: string): Promise<string[]> {
  const left = await db.run<Left>(
    `select m.organization_id as id, m.role, heir.user_id as heir, heir.role as heir_role
       from memberships m left join lateral (
         select o.user_id, o.role from memberships o
          where o.organization_id = m.organization_id and o.user_id <> m.user_id
          order by array_position(array['owner', 'admin', 'member', 'guest'], o.role), o.created_at, o.user_id
          limit 1) heir on true
      where m.user_id = $1 for update of m`,
    [userId],
  )
  const idsOf = (organizations: Left[]) => organizations.map(({ id }) => id)
  const [alone, shared] = [left.filter(({ heir }) => !heir), left.filter(({ heir }) => heir)]
  const orphaned = shared.filter(({ role, heir_role }) => role === 'owner' && heir_role !== 'owner')
  await db.run(
    `delete from journal where organization_id in (
       select id from organizations where id = any($1) or sandbox_of = any($1))`,
    [idsOf(alone)],
  )
  await db.run('delete from organizations where id = any($1)', [idsOf(alone)])
  await db.run('delete from memberships where user_id = $1', [userId])
  await db.run(
    `update memberships set role = 'owner'
      where (organization_id, user_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    [idsOf(orphaned), orphaned.map(({ heir }) => heir)],
  )
  return idsOf(shared)
}
