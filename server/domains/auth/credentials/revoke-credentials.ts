import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { Context, App } from '../../../operations/context.ts'
import { type Person, recordOwn } from '../../../operations/record-own.ts'
import type { CredentialRow } from './credential.ts'
import { appendJournal } from '../../../database/journal.ts'
import { userActor } from '../../../operations/caller.ts'

export type EndedCredential = Pick<CredentialRow, 'id' | 'kind' | 'name'> & { organization_id: string }

/** Revokes every API key and MCP token of a user on every node immediately and ends their open streams. */
export async function revokeAll(ctx: Context, person: Person): Promise<void> {
  recordRevoked(ctx, person, await endCredentials(ctx.db, person.id))
}

/** Revokes the credentials in some organizations, or in all. The caller records the events. */
export function endCredentials(
  db: Queries,
  userId: string,
  organizationIds: string[] | null = null,
): Promise<EndedCredential[]> {
  return db.run<EndedCredential>(
    sql`update credentials set revoked_at = now() where user_id = ${userId} and revoked_at is null
        and (${organizationIds}::uuid[] is null or organization_id = any(${organizationIds}::uuid[]))
     returning id, kind, name, organization_id`,
  )
}

/** Revokes every token that is bound to an agent, of all users, on every node immediately. Returns their number. */
export async function revokeTokensOfAgent(ctx: Context, agentId: string): Promise<number> {
  const ended = await ctx.db.run<EndedCredential & { user_id: string; user_name: string }>(
    sql`update credentials c set revoked_at = now() from users u
      where c.agent_id = ${agentId} and c.revoked_at is null and u.id = c.user_id
     returning c.id, c.kind, c.name, c.organization_id, c.user_id, u.name as user_name`,
  )
  for (const each of ended)
    recordRevoked(ctx, { id: each.user_id, name: each.user_name, organization: null }, [each])
  return ended.length
}

export function recordRevoked(ctx: Context, person: Person, ended: EndedCredential[]): void {
  for (const { id, kind, name, organization_id } of ended) {
    recordOwn(ctx, { ...person, organization: { id: organization_id } }, `${kind}.revoked`, {
      kind,
      id,
      key: name,
    })
    ctx.afterCommit(() => ctx.app.bus.revoked(id))
  }
}

/** Revokes the credential of an OAuth client, because the client returned it or it was stolen. */
export async function revokeByClient(app: App, id: string): Promise<void> {
  const liveId = await app.database.transaction(async (db) => {
    const [revoked] = await db.run<RevokedRow>(
      sql`update credentials c set revoked_at = now() from users u, organizations o
        where c.id::text = ${id} and c.revoked_at is null and u.id = c.user_id and o.id = c.organization_id
       returning c.kind, c.name, u.id as user_id, u.name as user_name, coalesce(o.sandbox_of, o.id) as live_id`,
    )
    if (!revoked) return undefined
    const { kind, name, user_id, user_name, live_id } = revoked
    const actor = { ...userActor({ id: user_id, name: user_name }), via: name }
    const entry = { subject: { kind, id, key: name }, organizationId: live_id, privateTo: user_id }
    await appendJournal(db, actor, null, [{ type: `${kind}.revoked`, ...entry }])
    return live_id
  })
  if (!liveId) return
  app.bus.revoked(id)
  app.bus.journalGrew([liveId])
}

interface RevokedRow {
  kind: 'api_key' | 'mcp_token'
  name: string
  user_id: string
  user_name: string
  live_id: string
}
