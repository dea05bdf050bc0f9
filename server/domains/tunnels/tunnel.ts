import { z } from 'zod'
import type { Config } from '../../config.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { reference } from '../../operations/reference.ts'
import type { Kind } from '../../operations/rows.ts'
import { canUse, isOwner } from './access.ts'
import { DeclaredServer, Requesters } from './declaration.ts'
import { type TunnelRow, type TunnelStatus, tunnelStatuses } from './tables.ts'

export const MachineFacts = z.object({
  hostname: z.string().trim().max(255),
  platform: z.string().trim().max(120).describe('Operating system and architecture.'),
  version: z.string().trim().max(60).describe('Version of the command line tool.'),
})

export const Owner = z.object({ id: z.uuid(), name: z.string(), username: z.string() })

/** The API representation of a tunnel. */
export const Tunnel = z
  .object({
    id: z.uuid(),
    name: z.string(),
    owner: Owner.describe('The owner of the machine.'),
    status: z
      .enum(tunnelStatuses)
      .describe('"pending": its code was not used yet. "revoked": it can no longer connect.'),
    machine: MachineFacts.nullable().describe(
      'The machine as it describes itself. Null until it is claimed.',
    ),
    lastSeenAt: z.iso.datetime().nullable(),
    connectedAt: z.iso.datetime().nullable().describe('Start of the last connection.'),
    createdAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().nullable(),
    isOwner: z.boolean().describe('Whether you own the machine.'),
    canUse: z.boolean().describe('Whether its permission file lets you use it.'),
    waiting: z.int().describe('Number of runs that wait for your consent.'),
    servers: z
      .array(DeclaredServer.extend({ url: z.string().describe('URL for MCP clients.') }))
      .describe('Its MCP servers that you can use.'),
    requesters: Requesters.nullable().describe('Who can use it. Null unless you own the machine.'),
    mcpUrl: z.string().describe('URL for MCP clients with its actions as tools.'),
    version: z.int(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Tunnel' })

/** A tunnel with the columns of other tables that its representation needs. */
export interface ShownTunnel extends TunnelRow {
  status: TunnelStatus
  owner_name: string
  owner_username: string
  waiting: number
}

/** A machine counts as connected for this long after the last heartbeat. */
const onlineSeconds = 45

/** The status of a row of `tunnels t`. */
export const statusSql = sql`case when t.revoked_at is not null then 'revoked' when t.claimed_at is null then 'pending'
  when t.connection_id is not null and t.last_seen_at > now() - interval '${sql.raw(onlineSeconds)} seconds' then 'online'
  else 'offline' end`

/** The columns of `ShownTunnel`. Use them with `fromTunnels`. */
export const tunnelColumns = sql`t.*, ${statusSql} as status, u.name as owner_name, u.username as owner_username,
  (select count(*)::int from tunnel_runs r where r.tunnel_id = t.id and r.ended_at is null and r.state = 'asked'
     and r.decision is null) as waiting`

export const fromTunnels = sql`tunnels t join users u on u.id = t.user_id`

export const tunnelKind: Kind<TunnelRow> = {
  name: 'tunnel',
  table: 'tunnels',
  key: 'name',
  person: 'user_id',
}

export function tunnelFromRow(
  row: ShownTunnel,
  granted: InOrganization,
  config: Config,
): z.output<typeof Tunnel> {
  const isOwn = isOwner(row, granted)
  const isUsable = canUse(row, granted.caller)
  const servers = isOwn || isUsable ? (row.declaration?.servers ?? []) : []
  return {
    id: row.id,
    name: row.name,
    owner: { id: row.user_id, name: row.owner_name, username: row.owner_username },
    status: row.status,
    machine: row.machine,
    lastSeenAt: row.last_seen_at,
    connectedAt: row.connected_at,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    isOwner: isOwn,
    canUse: isUsable,
    waiting: isOwn ? row.waiting : 0,
    servers: servers.map((server) => ({ ...server, url: `${mcpUrlOf(config, row.id)}/${server.name}` })),
    requesters: isOwn ? (row.declaration?.requesters ?? null) : null,
    mcpUrl: mcpUrlOf(config, row.id),
    version: row.version,
    updatedAt: row.updated_at,
  }
}

function mcpUrlOf({ MCP_URL }: Config, tunnelId: string): string {
  return `${MCP_URL}/mcp/tunnels/${tunnelId}`
}

/** A reference to a machine in any input. */
export const tunnelRef = reference('tunnel', 'The machine id.')

export const tunnelName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .describe('Name that you recognise the machine by.')
