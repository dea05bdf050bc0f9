import { createHash } from 'node:crypto'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { CallingUser } from '../../operations/caller.ts'
import { checksum, randomSecret } from '../../platform/ids.ts'
import type { TunnelRow } from './tables.ts'

/** A claimed machine with its owner. */
export interface Machine extends TunnelRow {
  owner: Pick<CallingUser, 'id' | 'name' | 'username' | 'email'>
}

/** Returns a new token of a machine. It opens only its tunnel: the API accepts no value that starts with `tun_`. */
export function newTunnelToken(): string {
  const body = `tun_${randomSecret()}`
  return body + checksum(body)
}

/** Hashes a token with plain SHA-256: 256 random bits can't be guessed and need no slow hash. */
export function hashTunnelToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Returns the machine of a token. Returns undefined if the token is wrong or was replaced, the tunnel is revoked, or its
 * owner is suspended or no longer a member.
 */
export async function findTunnelByToken(db: Queries, token: string): Promise<Machine | undefined> {
  if (!/^tun_[0-9A-Za-z]{49}$/.test(token) || checksum(token.slice(0, -6)) !== token.slice(-6))
    return undefined
  const [machine] = await db.run<Machine>(
    sql`select t.*, ${ownerSql} as owner from tunnels t ${joinOwner}
      where t.token_hash = ${hashTunnelToken(token)} and ${isConnectable}`,
  )
  return machine
}

export const ownerSql = sql`jsonb_build_object('id', u.id, 'name', u.name, 'username', u.username, 'email', u.email)`

/** Joins the owner, as `u`, and their membership, as `m`, to `tunnels t`. */
export const joinOwner: Sql = sql`join users u on u.id = t.user_id
  join memberships m on m.organization_id = t.organization_id and m.user_id = t.user_id`

/** Whether a machine can connect. Use it with `joinOwner`. */
export const isConnectable: Sql = sql`t.revoked_at is null and t.token_hash is not null and u.suspended_at is null
  and m.role <> 'guest'`
