import { sql } from '../server/database/sql.ts'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'

interface TeamOptions {
  name?: string
  leads?: Person[]
  members?: Person[]
  /** The projects that will belong to the team. */
  projects?: string[]
}

/** Creates a team in its creator's current organization, with these leads and members. */
export async function createTeam(
  { app: { database } }: Pick<TestServer, 'app'>,
  maker: Person,
  { name = 'team', leads = [], members = [], projects = [] }: TeamOptions = {},
): Promise<{ id: string; slug: string }> {
  const id = newId()
  const team = { id, slug: `${name}-${id.slice(-12)}` }
  const [creator] = await database.run<{ organization_id: string }>(
    sql`insert into teams (id, organization_id, slug, name, created_by)
     select ${id}, last_organization_id, ${team.slug}, ${name}, id from users where id = ${maker.user.id}
       returning organization_id`,
  )
  const organizationId = creator!.organization_id
  const people = [...leads.map((lead) => [lead, 'lead']), ...members.map((member) => [member, 'member'])]
  for (const [{ user }, role] of people as [Person, string][])
    await database.run(
      sql`insert into team_members (team_id, organization_id, user_id, role) values (${id}, ${organizationId},
        ${user.id}, ${role})`,
    )
  await database.run(sql`update projects set team_id = ${id} where organization_id = ${organizationId}
    and slug = any(${projects})`)
  return team
}
