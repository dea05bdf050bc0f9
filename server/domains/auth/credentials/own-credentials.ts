import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { recordOwn } from '../../../operations/record-own.ts'
import { liveIdOf } from '../../organizations/sandbox/sandbox.ts'
import {
  type ShownCredential,
  credentialFromRow,
  selectCredentials,
  type CredentialKind,
} from './credential.ts'

// Users see their live and test credentials both in the organization and in its sandbox.
function isOwn(ctx: InOrganization, kind: CredentialKind, liveId: string): Sql {
  return sql`${liveId} in (o.id, o.sandbox_of) and c.user_id = ${ctx.user.id} and c.kind = ${kind}
        and c.revoked_at is null`
}

export async function listCredentials(ctx: Context & InOrganization, kind: CredentialKind) {
  const liveId = await liveIdOf(ctx.db, ctx.organization)
  const rows = await ctx.db.run<ShownCredential>(
    sql`${selectCredentials} where ${isOwn(ctx, kind, liveId)}
      order by coalesce(c.expires_at < now(), false), c.id desc limit 200`,
  )
  return { items: rows.map(credentialFromRow), nextCursor: null }
}

/** Locks a credential and returns it with its owner, for the journal entry. */
export async function lockCredential(ctx: Context & InOrganization, kind: CredentialKind, id: string) {
  const liveId = await liveIdOf(ctx.db, ctx.organization)
  const [row] = await ctx.db.run<ShownCredential>(
    sql`${selectCredentials} where ${isOwn(ctx, kind, liveId)} and c.id::text = ${id} for update of c`,
  )
  return { row: row ?? rejectUnknown(kind, id), owner: { ...ctx.user, organization: { id: liveId } } }
}

/** Revokes a credential on every node immediately and ends its open streams. */
export async function revokeCredential(ctx: Context & InOrganization, kind: CredentialKind, id: string) {
  const liveId = await liveIdOf(ctx.db, ctx.organization)
  const [row] = await ctx.db.run<{ name: string }>(
    sql`update credentials c set revoked_at = now() from organizations o
      where o.id = c.organization_id and ${isOwn(ctx, kind, liveId)} and c.id::text = ${id} returning c.name`,
  )
  if (!row) rejectUnknown(kind, id)
  const owner = { ...ctx.user, organization: { id: liveId } }
  recordOwn(ctx, owner, `${kind}.revoked`, { kind, id, key: row.name })
  ctx.afterCommit(() => ctx.app.bus.revoked(id))
  return { id, revoked: true as const }
}

function rejectUnknown(kind: CredentialKind, id: string): never {
  reject('not_found', { kind: kind === 'api_key' ? 'API key' : 'MCP token', ref: id })
}
