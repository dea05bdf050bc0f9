import type { Context } from '../../operations/context.ts'
import { type Person, recordOwn } from '../accounts/record-own.ts'
import type { CredentialRow } from './tables.ts'

/** Ends every API key and MCP token of a person, on every node at once, open streams included. */
export async function revokeAll(ctx: Context, person: Person): Promise<void> {
  const revoked = await ctx.db.run<CredentialRow & { organization_id: string }>(
    `update credentials set revoked_at = now() where user_id = $1 and revoked_at is null
     returning id, kind, name, organization_id`,
    [person.id],
  )
  for (const { id, kind, name, organization_id } of revoked) {
    recordOwn(ctx, { ...person, organization: { id: organization_id } }, `${kind}.revoked`, {
      kind,
      id,
      key: name,
    })
    ctx.afterCommit(() => ctx.app.bus.revoked(id))
  }
}
