import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'

export interface TestTeam {
  id: string
  slug: string
}

/** A team in the organization that its maker works in, with these people in it. */
export async function makeTeam(
  { app: { database } }: TestServer,
  maker: Person,
  people: Person[] = [],
): Promise<TestTeam> {
  const id = newId()
  const [team] = await database.run<TestTeam & { organization_id: string }>(
    `insert into teams (id, organization_id, slug, name, created_by)
     select $1, last_organization_id, 'team-' || $1::uuid::text, 'Team', id from users where id = $2 returning *`,
    [id, maker.user.id],
  )
  for (const { user } of people)
    await database.run(
      `insert into team_members (team_id, organization_id, user_id, role) values ($1, $2, $3, 'member')`,
      [id, team!.organization_id, user.id],
    )
  return team!
}
