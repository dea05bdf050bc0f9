import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import { ownSession, ownSessionRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { createCredential, newCredentialInput } from './create-credential.ts'
import { Credential, NewCredential, Revoked, credentialRef } from './credential.ts'
import { listCredentials, revokeCredential } from './own-credentials.ts'
import { toolProfile } from './tool-profile.ts'

export const createMcpToken = operation({
  id: 'credentials.createMcpToken',
  summary: 'Create an MCP token for the client configuration of an agent.',
  http: 'POST /api/settings/mcp-tokens',
  access: ownSessionRecently,
  created: true,
  input: z.object({
    ...newCredentialInput,
    agent: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .optional()
      .describe('Name or id of the agent that it acts as. A new name creates the agent.')
      .meta({ refers: 'agent' }),
    profile: toolProfile,
  }),
  output: NewCredential.extend({
    mcpUrl: z.string().nullable().describe('URL that agents connect to, if it differs from the web API.'),
  }).meta({ id: 'NewMcpToken' }),
}).run(async (ctx, input) => {
  const { APP_URL, MCP_URL } = ctx.app.config
  const created = await createCredential(ctx, 'mcp_token', input)
  return { ...created, mcpUrl: MCP_URL === APP_URL ? null : MCP_URL }
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
