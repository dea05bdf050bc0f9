import { z } from 'zod'
import { scopes } from '../../operations/caller.ts'
import { modes } from './credential-value.ts'
import type { CredentialRow } from './tables.ts'

/** API keys and MCP tokens are one thing with two uses: this is what both share. */
export const Credential = z
  .object({
    id: z.uuid(),
    name: z.string(),
    hint: z.string().describe('The beginning of the value, to recognise it by.'),
    mode: z.enum(modes).describe('Whether it works on real data, or in the sandbox.'),
    scopes: z.array(z.enum(scopes)),
    agent: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Under whose name it works.'),
    project: z
      .object({ id: z.uuid(), slug: z.string(), name: z.string() })
      .nullable()
      .describe('The only project that it reaches.'),
    profile: z.string().describe('Which tools it is shown.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable(),
    firstCallAt: z.iso.datetime().nullable().describe('When an agent first called a tool with it.'),
    client: z.string().nullable().describe('What the client of that call says it is.'),
  })
  .meta({ id: 'Credential' })

export const NewCredential = Credential.extend({
  value: z.string().describe('The credential itself. It is shown this once and never again.'),
})

export const Revoked = z.object({ id: z.uuid(), revoked: z.literal(true) })

/** A credential is its owner's alone: whoever else names it is told that there is none. */
export const credentialRef = z.string().max(100).describe('Its id.')

export interface ShownCredential extends CredentialRow {
  test: boolean
  agent_name: string | null
  project_slug: string | null
  project_name: string | null
}

/** Reads credentials `c` with the names of what they are bound to; `o` is the organization that they work in. */
export const selectCredentials = `
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
