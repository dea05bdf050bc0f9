import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { recordOwn } from '../accounts/record-own.ts'
import { liveIdOf } from '../sandbox/sandbox.ts'
import { type ShownCredential, credentialFromRow, selectCredentials } from './credential.ts'
import type { CredentialKind } from './tables.ts'

// A person sees the credentials of both modes, whether they look at the live organization or at its sandbox.
const ofBothModes = '$1 in (o.id, o.sandbox_of) and c.user_id = $2 and c.kind = $3 and c.revoked_at is null'

export async function listCredentials(ctx: Context & InOrganization, kind: CredentialKind) {
  const rows = await ctx.db.run<ShownCredential>(
    `${selectCredentials} where ${ofBothModes}
      order by coalesce(c.expires_at < now(), false), c.id desc limit 200`,
    [await liveIdOf(ctx.db, ctx.organization), ctx.user.id, kind],
  )
  return { items: rows.map(credentialFromRow), nextCursor: null }
}

/** One to be changed, and whose journal tells of it. */
export async function lockCredential(ctx: Context & InOrganization, kind: CredentialKind, id: string) {
  const liveId = await liveIdOf(ctx.db, ctx.organization)
  const [row] = await ctx.db.run<ShownCredential>(
    `${selectCredentials} where ${ofBothModes} and c.id::text = $4 for update of c`,
    [liveId, ctx.user.id, kind, id],
  )
  return { row: row ?? refuseUnknown(kind, id), owner: { ...ctx.user, organization: { id: liveId } } }
}

/** Ends it on every node at once, open streams included. */
export async function revokeCredential(ctx: Context & InOrganization, kind: CredentialKind, id: string) {
  const liveId = await liveIdOf(ctx.db, ctx.organization)
  const [row] = await ctx.db.run<{ name: string }>(
    `update credentials c set revoked_at = now() from organizations o
      where o.id = c.organization_id and ${ofBothModes} and c.id::text = $4 returning c.name`,
    [liveId, ctx.user.id, kind, id],
  )
  if (!row) refuseUnknown(kind, id)
  const owner = { ...ctx.user, organization: { id: liveId } }
  recordOwn(ctx, owner, `${kind}.revoked`, { kind, id, key: row.name })
  ctx.afterCommit(() => ctx.app.bus.revoked(id))
  return { id, revoked: true as const }
}

function refuseUnknown(kind: CredentialKind, id: string): never {
  reject('not_found', { kind: kind === 'api_key' ? 'API key' : 'MCP token', ref: id })
}
