import { z } from 'zod'
import { orderByNewest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { changeRow } from '../../operations/rows.ts'
import { reject } from '../../errors/errors.ts'
import { canUse, onTunnel, seesTunnels, visibleTunnels } from './access.ts'
import { DeclaredAction } from './declaration.ts'
import { recordTunnel } from './record-events.ts'
import { endRunsOfRevoked } from './stop-runs.ts'
import { type TunnelRow, tunnelStatuses } from './tables.ts'
import {
  type ShownTunnel,
  Tunnel,
  fromTunnels,
  statusSql,
  tunnelColumns,
  tunnelFromRow,
  tunnelKind,
  tunnelName,
  tunnelRef,
} from './tunnel.ts'

const Status = Tunnel.pick({
  id: true,
  status: true,
  lastSeenAt: true,
  connectedAt: true,
  waiting: true,
}).meta({ id: 'TunnelStatus' })

export const listTunnels = operation({
  id: 'tunnels.list',
  summary: 'List the machines that you own or can use. Admins see all machines of the organization.',
  http: 'GET /api/tunnels',
  access: seesTunnels,
  shows: ['tunnel', 'tunnel_run'],
  input: z.object({
    status: z
      .enum(tunnelStatuses)
      .optional()
      .describe('Only machines with this status. Default: all but revoked ones.'),
    ...pageInput,
  }),
  output: pageOf(Tunnel),
}).run(async (ctx, { status, ...page }) => {
  const isListed = status === undefined ? sql`t.revoked_at is null` : sql`${statusSql} = ${status}`
  return readPage(
    ctx.db,
    page,
    orderByNewest('t.id'),
    ({ after, orderAndLimit }) =>
      sql`select ${tunnelColumns} from ${fromTunnels} where ${visibleTunnels(ctx)} and ${isListed}
        and ${after} ${orderAndLimit}`,
    (row: ShownTunnel) => tunnelFromRow(row, ctx, ctx.app.config),
  )
})

export const getTunnel = operation({
  id: 'tunnels.get',
  summary: 'Show a machine: its state, its MCP servers and, for its owner, who can use it.',
  http: 'GET /api/tunnels/:tunnel',
  access: onTunnel('view'),
  shows: ['tunnel', 'tunnel_run'],
  input: z.object({ tunnel: tunnelRef }),
  output: Tunnel,
}).run((ctx) => showTunnel(ctx, ctx.tunnel.id))

export const getTunnelStatus = operation({
  id: 'tunnels.getTunnelStatus',
  summary: 'Show whether a machine is connected.',
  http: 'GET /api/tunnels/:tunnel/status',
  access: onTunnel('view'),
  shows: ['tunnel', 'tunnel_run'],
  input: z.object({ tunnel: tunnelRef }),
  output: Status,
}).run(async (ctx) => Status.parse(await showTunnel(ctx, ctx.tunnel.id)))

export const listActions = operation({
  id: 'tunnels.listActions',
  summary: 'List the actions that a machine declares and lets you use, each with the schema of its input.',
  http: 'GET /api/tunnels/:tunnel/actions',
  access: onTunnel('view'),
  shows: ['tunnel'],
  input: z.object({ tunnel: tunnelRef }),
  output: pageOf(DeclaredAction),
}).run(async ({ caller, tunnel }) => ({
  items: canUse(tunnel, caller) ? tunnel.declaration!.actions.filter(({ mode }) => mode !== 'reject') : [],
  nextCursor: null,
}))

export const updateTunnel = operation({
  id: 'tunnels.update',
  summary: 'Rename a machine of yours.',
  http: 'PATCH /api/tunnels/:tunnel',
  aliases: ['PUT /api/tunnels/:tunnel'],
  access: onTunnel('manage'),
  input: z.object({ tunnel: tunnelRef, name: tunnelName.optional() }),
  output: Tunnel,
}).run(async (ctx, { name }) => {
  if (ctx.tunnel.revoked_at) reject('tunnel_revoked')
  await changeRow(ctx, tunnelKind, ctx.tunnel, { ...(name !== undefined && { name }) })
  return showTunnel(ctx, ctx.tunnel.id)
})

export const deleteTunnel = operation({
  id: 'tunnels.delete',
  summary:
    'Revoke the tunnel of a machine. Disconnects it and ends its token permanently. The history stays.',
  http: 'DELETE /api/tunnels/:tunnel',
  access: onTunnel('revoke'),
  destructive: true,
  input: z.object({ tunnel: tunnelRef }),
  output: Tunnel,
}).run(async (ctx) => {
  if (!ctx.tunnel.revoked_at) await revokeTunnel(ctx, ctx.tunnel)
  return showTunnel(ctx, ctx.tunnel.id)
})

export const heartbeatTunnel = operation({
  id: 'tunnels.heartbeat',
  summary: 'Report that a machine of yours is running while it has no connection. Returns its state.',
  http: 'POST /api/tunnels/heartbeat',
  access: onTunnel('manage'),
  input: z.object({ tunnel: tunnelRef }),
  output: Status,
}).run(async (ctx) => {
  // A node reports for a connected machine. This request must not keep a lost connection alive.
  await ctx.db.run(
    sql`update tunnels set last_seen_at = now()
      where id = ${ctx.tunnel.id} and connection_id is null and claimed_at is not null and revoked_at is null`,
  )
  return Status.parse(await showTunnel(ctx, ctx.tunnel.id))
})

/** Ends a tunnel, its token, its connection and its runs. */
export async function revokeTunnel(ctx: Context, tunnel: TunnelRow): Promise<void> {
  const [revoked] = await ctx.db.run<TunnelRow>(
    sql`update tunnels set revoked_at = now(), token_hash = null, nonce_hash = null, nonce_expires_at = null,
            connection_id = null, version = version + 1, updated_at = now()
      where id = ${tunnel.id} returning *`,
  )
  await endRunsOfRevoked(ctx, revoked!, actorOf(ctx.caller))
  recordTunnel(ctx, 'tunnel.revoked', revoked!)
  // The node that has the connection finds that it is no longer the current one, and closes it.
  ctx.afterCommit(() => ctx.app.bus.tunnelWaits(tunnel.id))
}

export async function showTunnel(ctx: Context & InOrganization, id: string) {
  const [row] = await ctx.db.run<ShownTunnel>(
    sql`select ${tunnelColumns} from ${fromTunnels} where t.id = ${id}`,
  )
  return tunnelFromRow(row!, ctx, ctx.app.config)
}
