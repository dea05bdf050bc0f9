import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { anyone } from '../../operations/access.ts'
import { userActor } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { changeRow } from '../../operations/rows.ts'
import { newId } from '../../platform/ids.ts'
import { computeUserCodeMac, createUserCode } from '../auth/device-flow/device-request.ts'
import { lockUserRow } from '../membership/lock.ts'
import { onTunnel, registersTunnel } from './access.ts'
import { type Machine, hashTunnelToken, joinOwner, newTunnelToken, ownerSql } from './find-machine.ts'
import { recordTunnel } from './record-events.ts'
import type { TunnelRow } from './tables.ts'
import { MachineFacts, Owner, Tunnel, tunnelKind, tunnelName, tunnelRef } from './tunnel.ts'
import { showTunnel } from './tunnels.ts'

/** The lifetime of a code, in seconds. */
const codeSeconds = 60

const maxTunnels = 50

export const registerTunnel = operation({
  id: 'tunnels.register',
  summary:
    'Get a one-time code that claims a machine within 60 seconds. For a machine of yours, replaces its token.',
  http: 'POST /api/tunnels/register',
  access: registersTunnel,
  created: true,
  input: z.object({
    name: tunnelName,
    tunnel: tunnelRef.optional().describe('A machine of yours that gets a new token. Its history stays.'),
  }),
  output: z.object({
    tunnel: Tunnel,
    nonce: z.string().describe('The code, for "baton tunnel claim". Shown once.'),
    expiresAt: z.iso.datetime(),
  }),
}).run(async (ctx, { name, tunnel: ref }) => {
  const nonce = `${createUserCode()}-${createUserCode()}`
  const mac = computeUserCodeMac(ctx.app.secrets, nonce)
  const id = ref === undefined ? await insertTunnel(name) : await renameTunnel(name, ref)
  const [coded] = await ctx.db.run<TunnelRow>(
    sql`update tunnels set nonce_hash = ${mac}, nonce_expires_at = now() + ${codeSeconds} * interval '1 second'
      where id = ${id} returning *`,
  )
  recordTunnel(ctx, 'tunnel.registered', coded!)
  return { tunnel: await showTunnel(ctx, id), nonce, expiresAt: coded!.nonce_expires_at! }

  async function insertTunnel(newName: string): Promise<string> {
    // Serializes registrations of the user, so that the limit is exact.
    await lockUserRow(ctx.db, ctx.user.id)
    const [current] = await ctx.db.run<{ count: number }>(
      sql`select count(*)::int as count from tunnels where user_id = ${ctx.user.id} and revoked_at is null`,
    )
    if (current!.count >= maxTunnels) reject('too_many', { most: maxTunnels, things: 'machines' })
    const created = newId()
    await ctx.db.run(
      sql`insert into tunnels (id, organization_id, user_id, name)
        values (${created}, ${ctx.organization.id}, ${ctx.user.id}, ${newName})`,
    )
    return created
  }

  async function renameTunnel(newName: string, tunnelId: string): Promise<string> {
    const asked = { caller: ctx.caller, db: ctx.db, reads: false, hold: true }
    const { tunnel } = await onTunnel('manage').check(asked, { tunnel: tunnelId })
    if (tunnel.revoked_at) reject('tunnel_revoked')
    await changeRow(ctx, tunnelKind, tunnel, { name: newName })
    return tunnel.id
  }
})

export const claimTunnel = operation({
  id: 'tunnels.claim',
  summary: 'Exchange a one-time code for the token of a machine. The token opens only its tunnel.',
  http: 'POST /api/tunnels/claim',
  access: anyone,
  limit: 'network',
  input: z.object({
    nonce: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('The code from the dashboard or "baton tunnel register".'),
    machine: MachineFacts.describe('The machine that claims the tunnel.'),
  }),
  output: z.object({
    tunnel: z.object({ id: z.uuid(), name: z.string(), owner: Owner }),
    token: z.string().describe('Token of the machine. Shown once.'),
  }),
}).run(async (ctx, { nonce, machine }) => {
  const token = newTunnelToken()
  const mac = computeUserCodeMac(ctx.app.secrets, nonce)
  const [found] = await ctx.db.run<Pick<Machine, 'id' | 'owner'>>(
    sql`select t.id, ${ownerSql} as owner from tunnels t ${joinOwner}
      where t.nonce_hash = ${mac} and t.nonce_expires_at > now() and t.revoked_at is null
        and u.suspended_at is null and m.role <> 'guest' for no key update of t`,
  )
  // The condition repeats, so that exactly one of several concurrent attempts succeeds.
  const [claimed] = await ctx.db.run<TunnelRow>(
    sql`update tunnels set token_hash = ${hashTunnelToken(token)}, nonce_hash = null, nonce_expires_at = null,
            machine = ${JSON.stringify(machine)}, claimed_at = now(), connection_id = null, version = version + 1,
            updated_at = now()
      where id = ${found?.id ?? null} and nonce_hash = ${mac} returning *`,
  )
  if (!found || !claimed) return reject('wrong_nonce')
  const { id, name, username } = found.owner
  recordTunnel(ctx, 'tunnel.claimed', claimed, { actor: userActor({ id, name }) })
  // Closes the connection with the earlier token.
  ctx.afterCommit(() => ctx.app.bus.tunnelWaits(claimed.id))
  return { tunnel: { id: claimed.id, name: claimed.name, owner: { id, name, username } }, token }
})
