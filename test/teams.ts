import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'

/** A team in the organization that its maker works in, with its members, to which these projects belong from now on. */
export async function makeTeam(
  { app: { database } }: Pick<TestServer, 'app'>,
  maker: Person,
  { projects = [], members = [] }: { projects?: string[]; members?: Person[] } = {},
): Promise<{ id: string; slug: string }> {
  const id = newId()
  const team = { id, slug: `team-${id}` }
  const [made] = await database.run<{ organization_id: string }>(
    `insert into teams (id, organization_id, slug, name, created_by)
     select $1, last_organization_id, $2, $2, id from users where id = $3 returning organization_id`,
    [id, team.slug, maker.user.id],
  )
  const organizationId = made!.organization_id
  for (const { user } of members)
    await database.run(
      `insert into team_members (team_id, organization_id, user_id, role) values ($1, $2, $3, 'member')`,
      [id, organizationId, user.id],
    )
  await database.run('update projects set team_id = $1 where organization_id = $2 and slug = any($3)', [
    id,
    organizationId,
    projects,
  ])
  return team
}
