import { isDeepStrictEqual } from 'node:util'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import type { Scopes } from '../../operations/sync-kind.ts'
import { newId } from '../../platform/ids.ts'
import type { OnDevice } from './access.ts'

/** What a device could see when it pulled. Cursors name views by id, because the list of projects can be long. */
export interface View {
  id: string
  scopes: Scopes
  /** Whether it is not stored yet. */
  isNew?: true
}

type Owner = Pick<OnDevice, 'device' | 'organization'>

/** Returns the views that a cursor names, in order. Rejects the cursor if one was deleted. */
export async function readViews(db: Queries, owner: Owner, ids: string[]): Promise<View[]> {
  const stored = await db.run<View>(
    sql`select id, scopes from sync_views
      where id = any(${ids}::uuid[]) and device_id = ${owner.device.id} and organization_id = ${owner.organization.id}`,
  )
  return ids.map((id) => stored.find((view) => view.id === id) ?? reject('cursor_expired'))
}

/** Returns the newest view of the device if it has these scopes, else a new one. */
export async function viewOf(db: Queries, owner: Owner, scopes: Scopes): Promise<View> {
  const [newest] = await db.run<View>(
    sql`select id, scopes from sync_views
      where device_id = ${owner.device.id} and organization_id = ${owner.organization.id} order by id desc limit 1`,
  )
  return newest && isDeepStrictEqual(newest.scopes, scopes) ? newest : { id: newId(), scopes, isNew: true }
}

const maxViews = 20

/** Stores a new view, and deletes the oldest ones of the device, except those that the next cursor names. */
export async function storeView(db: Queries, owner: Owner, view: View, named: string[]): Promise<void> {
  const { device, organization } = owner
  await db.run(
    sql`insert into sync_views (id, device_id, organization_id, scopes)
      values (${view.id}, ${device.id}, ${organization.id}, ${JSON.stringify(view.scopes)})`,
  )
  await db.run(
    sql`delete from sync_views where device_id = ${device.id} and organization_id = ${organization.id}
        and id <> all(${named}::uuid[])
        and id < (select id from sync_views where device_id = ${device.id} and organization_id = ${organization.id}
                  order by id desc offset ${maxViews - 1} limit 1)`,
  )
}

/** Returns the names of scopes, as items and `scope_removed` have them. */
export function scopeNames({ projects, teams, organization, user }: Scopes): string[] {
  return [
    ...projects.map((id) => `project:${id}`),
    ...teams.map((id) => `team:${id}`),
    ...(organization ? ['organization'] : []),
    ...(user === null ? [] : [`user:${user}`]),
  ]
}

/** Returns the scopes that at least one of the earlier ones has, and the current ones don't. */
export function lostScopes(earlier: Scopes[], now: Scopes): Scopes {
  return {
    organizationId: now.organizationId,
    projects: without(
      earlier.flatMap(({ projects }) => projects),
      now.projects,
    ),
    teams: without(
      earlier.flatMap(({ teams }) => teams),
      now.teams,
    ),
    organization: !now.organization && earlier.some(({ organization }) => organization),
    user: earlier.map(({ user }) => user).find((user) => user !== null && user !== now.user) ?? null,
  }
}

/** Returns the projects that only some of the scopes have. Returns undefined if the scopes differ in more. */
export function differingProjects(all: Scopes[]): string[] | undefined {
  const [first, ...others] = all.map(({ projects: _, ...rest }) => rest)
  if (others.some((rest) => !isDeepStrictEqual(rest, first))) return undefined
  const sets = all.map(({ projects }) => new Set(projects))
  const union = new Set(all.flatMap(({ projects }) => projects))
  return [...union].filter((id) => !sets.every((set) => set.has(id)))
}

function without(ids: string[], excluded: string[]): string[] {
  const known = new Set(excluded)
  return [...new Set(ids)].filter((id) => !known.has(id))
}
