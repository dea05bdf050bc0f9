import { sql } from '../server/database/sql.ts'
import { userActor } from '../server/operations/caller.ts'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'

/*
 * Items of a team, some of which no operation can create yet.
 */

/** Creates a project that belongs to a team. */
export async function teamProject(
  { app: { database } }: TestServer,
  { call }: Person,
  team: { id: string },
  name: string,
  visibility: 'private' | 'team' | 'organization' = 'organization',
) {
  const project = await call('projects.create', { name })
  await database.run(sql`update projects set team_id = ${team.id}, visibility = ${visibility}
    where id = ${project.id}`)
  return project
}

export async function addFeature(
  { app: { database } }: TestServer,
  { user }: Person,
  project: { id: string },
  { title, status = 'planned' }: { title: string; status?: string },
): Promise<string> {
  const id = newId()
  await database.run(
    sql`with numbered as (update projects set last_number = last_number + 1 where id = ${project.id} returning *)
     insert into features (id, organization_id, project_id, number, key, title, status, created_by)
     select ${id}, organization_id, id, last_number, key || '-' || last_number, ${title}, ${status},
       ${JSON.stringify(userActor(user))} from numbered`,
  )
  return id
}

/** Adds a skill to the organization of its team, or else of its owner. */
export async function addSkill(
  { app: { database } }: TestServer,
  { user }: Person,
  { name, scope, team = null }: { name: string; scope: 'personal' | 'team' | 'public'; team?: string | null },
): Promise<string> {
  const id = newId()
  await database.run(
    sql`insert into skills (id, organization_id, owner_id, scope, team_id, slug, name)
     select ${id}::uuid, coalesce(t.organization_id, u.last_organization_id), u.id, ${scope}, t.id, ${id}::uuid::text,
       ${name}
       from users u left join teams t on t.id = ${team} where u.id = ${user.id}`,
  )
  return id
}
