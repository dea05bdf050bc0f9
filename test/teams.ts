import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'

/** A team of somebody's organization, with those who lead it and those who are in it besides. */
export async function makeTeam(
  { app: { database } }: TestServer,
  owner: Person,
  slug: string,
  { leads = [], members = [] }: { leads?: Person[]; members?: Person[] } = {},
): Promise<{ id: string; slug: string }> {
  const team = { id: newId(), slug: `${slug}-${newId().slice(-6)}` }
  await database.run(
    'insert into teams (id, organization_id, slug, name, created_by) values ($1, $2, $3, $4, $5)',
    [team.id, owner.organization.id, team.slug, slug, owner.user.id],
  )
  const people = [...leads.map((lead) => [lead, 'lead']), ...members.map((member) => [member, 'member'])]
  for (const [person, role] of people as [Person, string][])
    await database.run(
      'insert into team_members (team_id, organization_id, user_id, role) values ($1, $2, $3, $4)',
      [team.id, owner.organization.id, person.user.id, role],
    )
  return team
}
