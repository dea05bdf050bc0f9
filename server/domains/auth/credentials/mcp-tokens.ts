import { z } from 'zod'
import { categories } from '../../../operations/tool-profiles.ts'
import { pageOf } from '../../../database/pages.ts'
import { ownSession, ownSessionRecently } from '../../../operations/access.ts'
import { agentFields } from '../../agents/agent.ts'
import type { App } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { createCredential, newCredentialInput } from './create-credential.ts'
import { Credential, NewCredential, Revoked, credentialRef, credentialFromRow } from './credential.ts'
import { listCredentials, revokeCredential, lockCredential } from './own-credentials.ts'
import { differences } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { rejectField } from '../../../errors/errors.ts'
import { recordOwn } from '../../../operations/record-own.ts'

const words = ['full', 'core', ...categories]

/** The input field for a tool profile. */
const toolProfileField = z
  .string()
  .max(300)
  .transform((profile) => profile.replaceAll(' ', ''))
  .refine((profile) => profile.split(',').every((word) => words.includes(word)), {
    error: `Use ${words.slice(0, 2).join(', ')}, or a comma-separated list of ${categories.join(', ')}.`,
  })
  .describe(`Tools that it lists: full, core, or a comma-separated list of ${categories.join(', ')}.`)

/** The tool profile of a new token. Lists all tools by default. */
export const toolProfile = toolProfileField.default('full')

/** The agent of a new token. */
export const tokenAgentInput = {
  agent: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .optional()
    .describe('Name or id of the agent that it acts as. A new name creates the agent.')
    .meta({ refers: 'agent' }),
  role: agentFields.role
    .optional()
    .describe('Purpose of a new agent in one line. An existing one keeps its own.'),
}

export const mcpUrl = z
  .string()
  .nullable()
  .describe('URL that agents connect to, if it differs from the web API.')

export function mcpUrlOf({ config: { APP_URL, MCP_URL } }: Pick<App, 'config'>): string | null {
  return MCP_URL === APP_URL ? null : MCP_URL
}

export const createMcpToken = operation({
  id: 'credentials.createMcpToken',
  summary: 'Create an MCP token for the client configuration of an agent.',
  http: 'POST /api/settings/mcp-tokens',
  access: ownSessionRecently,
  created: true,
  input: z.object({
    ...newCredentialInput,
    ...tokenAgentInput,
    profile: toolProfile,
  }),
  output: NewCredential.extend({
    mcpUrl,
  }).meta({ id: 'NewMcpToken' }),
}).run(async (ctx, input) => {
  const created = await createCredential(ctx, 'mcp_token', input)
  return { ...created, mcpUrl: mcpUrlOf(ctx.app) }
})

export const listMcpTokens = operation({
  id: 'credentials.listMcpTokens',
  summary: 'List your MCP tokens without their values.',
  http: 'GET /api/settings/mcp-tokens',
  shows: ['mcp_token', 'agent'],
  access: ownSession,
  input: z.object({}),
  output: pageOf(Credential),
}).run((ctx) => listCredentials(ctx, 'mcp_token'))

export const revokeMcpToken = operation({
  id: 'credentials.revokeMcpToken',
  summary: 'Revoke an MCP token. It stops working immediately, and its open streams end.',
  http: 'DELETE /api/settings/mcp-tokens/:mcpToken',
  access: ownSession,
  destructive: true,
  input: z.object({ mcpToken: credentialRef.meta({ refers: 'mcpToken' }) }),
  output: Revoked,
}).run((ctx, input) => revokeCredential(ctx, 'mcp_token', input.mcpToken))

// Scopes, project and agent can't change, because that would widen the access of an issued token.
export const updateMcpToken = operation({
  id: 'credentials.updateMcpToken',
  summary:
    'Change the name or tool profile of an MCP token. Its scopes, project and agent cannot be changed.',
  http: 'PATCH /api/settings/mcp-tokens/:mcpToken',
  access: ownSession,
  input: z.object({
    mcpToken: credentialRef.meta({ refers: 'mcpToken' }),
    name: newCredentialInput.name.optional(),
    profile: toolProfileField.optional(),
  }),
  output: Credential,
}).run(async (ctx, { mcpToken, ...set }) => {
  const { row, owner } = await lockCredential(ctx, 'mcp_token', mcpToken)
  if (set.name === undefined && set.profile === undefined)
    rejectField('name', 'Pass name, profile or both. Other fields of a token cannot be changed.')
  const before = credentialFromRow(row)
  const changes = differences(before, set)
  if (Object.keys(changes).length === 0) return before
  const { name = before.name, profile = before.profile } = set
  await ctx.db.run(
    sql`update credentials set name = ${name}, tool_profile = ${profile} where id = ${before.id}`,
  )
  // Nodes with open streams of the token read this event and notify the clients that the tool list changed.
  recordOwn(ctx, owner, 'mcp_token.updated', { kind: 'mcp_token', id: before.id, key: name }, undefined, {
    changes,
  })
  return { ...before, name, profile }
})
