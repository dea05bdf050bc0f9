import type { Database } from '../../server/database/connect.ts'
import { sql } from '../../server/database/sql.ts'
import type { Fields, Item, Kind } from './protocol.ts'

/** An item as the database stores it. */
export interface StoredItem {
  kind: Kind
  id: string
  version: number
  isDeleted: boolean
  project: string | null
  /** The only user who sees it, if it is private. */
  owner: string | null
  fields: Fields
}

export interface JournalEntry {
  type: string
  item: string
  version: number
  /** The item with which it was deleted or restored, if it was not by itself. */
  with: string | null
}

export interface Conflict {
  id: string
  type: 'field' | 'deleted'
  item: string
  field: string | null
  other: unknown
}

export interface ServerState {
  items: Map<string, StoredItem>
  journal: JournalEntry[]
  conflicts: Conflict[]
  /** The changes that wrote a version of their item, as device and change id. */
  writers: Set<string>
  /** Returns what a user must see, by id. Null if the user is not in the organization. */
  visibleTo(user: string): Map<string, Item> | null
}

interface AccessRows {
  members: { user: string; role: string }[] | null
  shares: { project: string; user: string }[] | null
  creators: { project: string; user: string; visibility: string }[]
}

/** Reads the state of an organization from the tables, without the code of sync. */
export async function readState(database: Database, organization: string): Promise<ServerState> {
  const of = sql`organization_id = ${organization}`
  const [items, journal, conflicts, writers, [access]] = await Promise.all([
    database.run<StoredItem>(sql`
      select 'project' as kind, id, version, deleted_at is not null as "isDeleted", id as project, null::uuid as owner,
             jsonb_build_object('name', name, 'description', description, 'visibility', visibility) as fields
        from projects where ${of}
      union all select 'epic', id, version, deleted_at is not null, project_id, null,
             jsonb_build_object('project', project_id, 'title', title, 'description', description, 'status', status)
        from epics where ${of}
      union all select 'story', id, version, deleted_at is not null, project_id, null,
             jsonb_build_object('project', project_id, 'epic', epic_id, 'title', title, 'description', description)
        from stories where ${of}
      union all select 'task', id, version, deleted_at is not null, project_id, null,
             jsonb_build_object('project', project_id, 'title', title, 'description', description, 'status', status,
               'priority', priority, 'labels', labels, 'story', story_id)
        from tasks where ${of}
      union all select 'note', id, version, deleted_at is not null, project_id,
             case when project_id is null then owner_id end,
             jsonb_build_object('project', project_id, 'title', title, 'content', content, 'tags', tags)
        from notes where ${of}
      union all select 'decision', id, version, deleted_at is not null, project_id, null,
             jsonb_build_object('project', project_id, 'title', title, 'context', context, 'tags', tags)
        from decisions where ${of}`),
    database.run<JournalEntry>(sql`
      select type, subject_id as item, version, coalesce(changes -> 'deletedWith' ->> 'to',
             changes -> 'deletedWith' ->> 'from') as with
        from journal where ${of} and version is not null`),
    database.run<Conflict>(
      sql`select id, type, item_id as item, field, other from sync_conflicts where ${of}`,
    ),
    database.run<{ writer: string }>(
      sql`select device_id || ' ' || id as writer from sync_changes where ${of} and version is not null`,
    ),
    database.run<AccessRows>(sql`
      select (select jsonb_agg(jsonb_build_object('user', user_id, 'role', role)) from memberships where ${of}) as members,
             (select jsonb_agg(jsonb_build_object('project', project_id, 'user', user_id)) from project_shares
               where ${of}) as shares,
             (select jsonb_agg(jsonb_build_object('project', id, 'user', created_by, 'visibility', visibility))
                from projects where ${of} and deleted_at is null) as creators`),
  ])
  return {
    items: new Map(items.map((item) => [item.id, item])),
    journal,
    conflicts,
    writers: new Set(writers.map(({ writer }) => writer)),
    visibleTo: (user) => visibleTo(user, items, access!),
  }
}

/** The access rules of the handbook: see docs/permissions.md. */
function visibleTo(user: string, items: StoredItem[], access: AccessRows): Map<string, Item> | null {
  const role = access.members?.find((member) => member.user === user)?.role
  if (!role) return null
  const shared = new Set(access.shares?.filter((share) => share.user === user).map(({ project }) => project))
  const projects = new Set(
    (access.creators ?? [])
      .filter(
        ({ project, user: creator, visibility }) =>
          role === 'owner' ||
          shared.has(project) ||
          (role === 'member' && (visibility === 'organization' || creator === user)),
      )
      .map(({ project }) => project),
  )
  const isVisible = ({ isDeleted, project, owner }: StoredItem) =>
    !isDeleted && (project === null ? owner === user : projects.has(project))
  return new Map(items.filter(isVisible).map((item) => [item.id, toItem(item)]))
}

function toItem({ kind, id, version, project, owner, fields }: StoredItem): Item {
  return { kind, id, version, fields, scope: project === null ? `user:${owner}` : `project:${project}` }
}
