import { sql } from '../../database/sql.ts'
import type { Scopes, SyncField, SyncKind } from '../../operations/sync-kind.ts'

/* The rules of visible-projects.ts and visible-or-own.ts for synced items, from the scopes of a user. */

/** The visibility of items that follow their project. */
export const followsProject: Pick<SyncKind, 'scopeOf' | 'within'> = {
  within: ({ projects }) => sql`t.project_id = any(${projects})`,
  scopeOf: (row) => projectScope(row as unknown as { project_id: string }),
}

/** The visibility of items that belong to a project, to a user (`owner_id`), or to every member. */
export const followsProjectOrOwner: Pick<SyncKind, 'scopeOf' | 'within'> = {
  within({ organizationId, projects, organization, user }: Scopes) {
    const isOwn = user === null ? sql.empty : sql` or t.owner_id = ${user}`
    const isShared = organization ? sql` or t.owner_id is null` : sql.empty
    return sql`(t.project_id = any(${projects})
      or t.project_id is null and t.organization_id = ${organizationId} and (false${isOwn}${isShared}))`
  },
  scopeOf(row) {
    const { project_id, owner_id } = row as unknown as { project_id: string | null; owner_id: string | null }
    if (project_id !== null) return projectScope({ project_id })
    return owner_id === null ? 'organization' : `user:${owner_id}`
  },
}

export function projectScope({ project_id }: { project_id: string | null }): string {
  return `project:${project_id}`
}

/** The project of an item, which never changes. */
export const fixedProject: SyncField = { columns: ['project_id'], refers: 'project', writtenBy: 'create' }
