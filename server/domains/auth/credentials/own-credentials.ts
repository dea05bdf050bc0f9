import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../operations/errors.ts'
import { recordOwn } from '../accounts/record-own.ts'
import { liveIdOf } from '../../organizations/sandbox/sandbox.ts'
import { type ShownCredential, credentialFromRow, selectCredentials } from './credential.ts'
import type { CredentialKind } from './tables.ts'

// Users see their live and test credentials both in the organization and in its sandbox.
const isOwnSql = '$1 in (o.id, o.sandbox_of) and c.user_id = $2 and c.kind = $3 and c.revoked_at is null'

export async function listCredentials(ctx: Context & InOrganization, kind: CredentialKind) {
  const rows = await ctx.db.run<ShownCredential>(
    `${selectCredentials.text} where ${isOwnSql}
      order by coalesce(c.expires_at < now(), false), c.id desc limit 200`,
    [await liveIdOf(ctx.db, ctx.organization), ctx.user.id, kind],
  )
  return { items: rows.map(credentialFromRow), nextCursor: null }
}

/** Locks a credential and returns it with its owner, for the journal entry. */
export async function lockCredential(ctx: Context & InOrganization, kind: CredentialKind, id: string) {
  const liveId = await liveIdOf(ctx.db, ctx.organization)
  const [row] = await ctx.db.run<ShownCredential>(
    `${selectCredentials.text} where ${isOwnSql} and c.id::text = $4 for update of c`,
    [liveId, ctx.user.id, kind, id],
  )
  return { row: row ?? rejectUnknown(kind, id), owner: { ...ctx.user, organization: { id: liveId } } }
}

/** Revokes a credential on every node immediately and ends its open streams. */
export async function revokeCredential(ctx: Context & InOrganization, kind: CredentialKind, id: string) {
  const liveId = await liveIdOf(ctx.db, ctx.organization)
  const [row] = await ctx.db.run<{ name: string }>(
    `update credentials c set revoked_at = now() from organizations o
      where o.id = c.organization_id and ${isOwnSql} and c.id::text = $4 returning c.name`,
    [liveId, ctx.user.id, kind, id],
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
