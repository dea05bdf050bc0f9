import type { Queries } from './connect.ts'
import { sql } from './sql.ts'

/** An open live connection, stored in the database so that all nodes see it. */
export interface LiveConnection {
  id: string
  organization_id: string
  user_id: string
  agent_id: string | null
  status: 'online' | 'away'
  project_id: string | null
  item: string | null
}

/** Condition: node `n` sent a heartbeat recently. Nodes send one every ten seconds. */
export const isAlive = sql`n.seen_at > now() - interval '30 seconds'`

export async function saveConnections(db: Queries, node: string, rows: LiveConnection[]): Promise<void> {
  await db.run(
    sql`insert into live_connections (id, node_id, organization_id, user_id, agent_id, status, project_id, item)
     select id, ${node}, organization_id, user_id, agent_id, status, project_id, item
       from jsonb_populate_recordset(null::live_connections, ${JSON.stringify(rows)}::jsonb)
     on conflict (id) do update set
       status = excluded.status, project_id = excluded.project_id, item = excluded.item, changed_at = now()`,
  )
}

export async function removeConnections(db: Queries, ids: string[]): Promise<void> {
  await db.run(sql`delete from live_connections where id = any(${ids}::uuid[])`)
}

/** Records a heartbeat. Returns whether the node was known; if not, its connections were purged. */
export async function giveSign(db: Queries, node: string): Promise<boolean> {
  const [row] = await db.run<{ known: boolean }>(
    sql`insert into live_nodes (id) values (${node}) on conflict (id) do update set seen_at = now()
     returning xmax <> 0 as known`,
  )
  return row!.known
}

/** Deletes dead nodes and their connections. Returns the organizations whose presence this changes. */
export async function purgeDeadNodes(db: Queries): Promise<string[]> {
  const rows = await db.run<{ organization_id: string }>(
    sql`with dead as (select n.id from live_nodes n where not (${isAlive}) for update skip locked),
          left_over as (select distinct c.organization_id from live_connections c where c.node_id in (select id from dead)),
          gone as (delete from live_nodes where id in (select id from dead))
     select organization_id from left_over`,
  )
  return rows.map(({ organization_id }) => organization_id)
}

/** Deletes a node that shuts down cleanly. */
export async function removeNode(db: Queries, node: string): Promise<void> {
  await db.run(sql`delete from live_nodes where id = ${node}`)
}

export interface Present {
  user_id: string
  name: string
  username: string
  avatar_id: string | null
  agent_id: string | null
  agent_name: string | null
  status: 'online' | 'away'
  project_id: string | null
  project_slug: string | null
  item: string | null
}

/** Returns who is present in an organization, on any node, most recently changed first. */
export function presentIn(db: Queries, organizationId: string): Promise<Present[]> {
  return db.run<Present>(
    sql`select u.id as user_id, u.name, u.username, u.avatar_id, a.id as agent_id, a.name as agent_name,
            c.status, p.id as project_id, p.slug as project_slug, case when p.id is not null then c.item end as item
       from (select user_id, agent_id, status, project_id, item, max(changed_at) as changed_at
               from live_connections c join live_nodes n on n.id = c.node_id and ${isAlive}
              where organization_id = ${organizationId} group by 1, 2, 3, 4, 5) c
       join users u on u.id = c.user_id
       left join agents a on a.id = c.agent_id
       left join projects p on p.id = c.project_id and p.organization_id = ${organizationId} and p.deleted_at is null
      where c.agent_id is null or a.id is not null
      order by c.changed_at desc, u.id`,
  )
}
