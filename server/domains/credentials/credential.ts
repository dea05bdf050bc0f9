import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import { scopes, type Scope } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { refuse } from '../../operations/errors.ts'
import { checksum, newId, randomSecret } from '../../platform/ids.ts'
import type { CredentialRow } from './tables.ts'

/** API keys and MCP tokens are one thing with two uses: this file is what both share. */
export const Credential = z
  .object({
    id: z.uuid(),
    name: z.string(),
    hint: z.string().describe('The beginning of the value, to recognise it by.'),
    scopes: z.array(z.enum(scopes)),
    agent: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Credential' })

export const NewCredential = Credential.extend({
  value: z.string().describe('The credential itself. It is shown this once and never again.'),
})

export const newCredentialInput = {
  name: z.string().trim().min(1).max(120).describe('What it is for, to recognise it by later.'),
  scopes: z.array(z.enum(scopes)).min(1).max(3).default(['read', 'write']).describe('What it may do.'),
  expiresAt: z.iso.datetime().optional().describe('When it stops working. Without it, never.'),
}

/** A credential is its owner's alone: whoever else names it is told that there is none. */
export const credentialRef = z.string().max(100).describe('Its id.').meta({ refers: 'credential' })

/** Whose it is and where it works: whoever asks, or whoever has just proved who they are. */
type Owner = Pick<InOrganization, 'user' | 'organization'>

export type CredentialKind = CredentialRow['kind']

const prefix = 'svc_live_'

/** Makes a value, stores its hash, and returns the value for the only time. */
export async function createCredential(
  ctx: Context & Owner,
  kind: CredentialKind,
  given: { name: string; scopes: Scope[]; expiresAt?: string; agent?: { id: string; name: string } },
): Promise<z.output<typeof NewCredential>> {
  const body = prefix + randomSecret()
  const value = body + checksum(body)
  const id = newId()
  const hint = value.slice(0, prefix.length + 4)
  const [row] = await ctx.db.run<{ created_at: string }>(
    `insert into credentials (id, kind, hash, hint, name, user_id, organization_id, agent_id, scopes, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning created_at`,
    [
      ...[id, kind, hashCredential(value), hint, given.name, ctx.user.id, ctx.organization.id],
      ...[given.agent?.id ?? null, [...new Set(given.scopes)], given.expiresAt ?? null],
    ],
  )
  recordCredential(ctx, kind, 'created', id, given.name)
  return {
    ...{ id, name: given.name, hint, scopes: [...new Set(given.scopes)], agent: given.agent ?? null },
    ...{ createdAt: row!.created_at, expiresAt: given.expiresAt ?? null, lastUsedAt: null, value },
  }
}

export async function listCredentials(ctx: Context & InOrganization, kind: CredentialKind) {
  const rows = await ctx.db.run<CredentialRow & { agent_name: string | null }>(
    `select c.*, a.name as agent_name from credentials c left join agents a on a.id = c.agent_id
      where c.user_id = $1 and c.organization_id = $2 and c.kind = $3 and c.revoked_at is null
      order by c.id desc limit 200`,
    [ctx.user.id, ctx.organization.id, kind],
  )
  return { items: rows.map(fromRow), nextCursor: null }
}

/** Ends it on every node at once, open streams included. */
export async function revokeCredential(ctx: Context & InOrganization, kind: CredentialKind, id: string) {
  const [row] = await ctx.db.run<{ name: string }>(
    `update credentials set revoked_at = now()
      where id::text = $1 and user_id = $2 and organization_id = $3 and kind = $4 and revoked_at is null
      returning name`,
    [id, ctx.user.id, ctx.organization.id, kind],
  )
  if (!row) refuse('not_found', { kind: kind === 'api_key' ? 'API key' : 'MCP token', ref: id })
  recordCredential(ctx, kind, 'revoked', id, row.name)
  ctx.afterCommit(() => ctx.app.bus.revoked(id))
  return { id, revoked: true as const }
}

export const Revoked = z.object({ id: z.uuid(), revoked: z.literal(true) })

/** 256 random bits need no slow hash: there is nothing to guess. */
export function hashCredential(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** Whether a value can be one of ours at all; refuses most nonsense without asking the database. */
export function looksLikeCredential(value: string): boolean {
  return /^svc_(live|test)_[0-9A-Za-z]{49}$/.test(value) && checksum(value.slice(0, -6)) === value.slice(-6)
}

function recordCredential(
  ctx: Context & Owner,
  kind: CredentialKind,
  verb: 'created' | 'revoked',
  id: string,
  name: string,
): void {
  ctx.record({
    type: `${kind}.${verb}`,
    subject: { kind, id, key: name },
    organizationId: ctx.organization.id,
    privateTo: ctx.user.id,
  })
}

function fromRow(row: CredentialRow & { agent_name: string | null }): z.output<typeof Credential> {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    agent: row.agent_id ? { id: row.agent_id, name: row.agent_name! } : null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}
