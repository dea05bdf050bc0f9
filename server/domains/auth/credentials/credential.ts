import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { scopes, type Scope } from '../../../operations/caller.ts'
import { modes } from './credential-value.ts'
import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'

/** The fields that API keys and MCP tokens have in common. */
export const Credential = z
  .object({
    id: z.uuid(),
    name: z.string(),
    hint: z.string().describe('Start of the value, for recognition.'),
    mode: z.enum(modes).describe('Data it works on: live for real data, test for the sandbox.'),
    scopes: z.array(z.enum(scopes)),
    agent: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Agent that it acts as.'),
    project: z
      .object({ id: z.uuid(), slug: z.string(), name: z.string() })
      .nullable()
      .describe('Only project that it can access.'),
    profile: z.string().describe('Tool profile: the tools that it lists.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable(),
    firstCallAt: z.iso.datetime().nullable().describe('Time of the first tool call.'),
    client: z.string().nullable().describe('Client name sent with that call.'),
  })
  .meta({ id: 'Credential' })

export const NewCredential = Credential.extend({
  value: z.string().describe('Value of the credential. It is returned only once.'),
})

export const Revoked = z.object({ id: z.uuid(), revoked: z.literal(true) })

/** The id of a credential. Only its owner can use it; other callers get 404. */
export const credentialRef = z.string().max(100).describe('Credential id.')

export interface ShownCredential extends CredentialRow {
  test: boolean
  agent_name: string | null
  project_slug: string | null
  project_name: string | null
}

/** SQL that reads credentials `c` with the names of their agent and project. `o` is the organization they work in. */
export const selectCredentials = sql`
  select c.*, o.sandbox_of is not null as test, a.name as agent_name, p.slug as project_slug, p.name as project_name
    from credentials c
    join organizations o on o.id = c.organization_id
    left join agents a on a.id = c.agent_id
    left join projects p on p.id = c.project_id`

export function credentialFromRow(row: ShownCredential): z.output<typeof Credential> {
  const { agent_id, project_id } = row
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    mode: row.test ? 'test' : 'live',
    scopes: row.scopes,
    agent: agent_id ? { id: agent_id, name: row.agent_name! } : null,
    project: project_id ? { id: project_id, slug: row.project_slug!, name: row.project_name! } : null,
    profile: row.tool_profile,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    firstCallAt: row.first_call_at,
    client: row.client,
  }
}

export type CredentialKind = CredentialRow['kind']

export type CredentialRow = Narrow<Rows['credentials'], { scopes: Scope[] }>
