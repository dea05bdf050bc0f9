import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { ownSession, ownSessionRecently } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { createCredential, newCredentialInput } from './create-credential.ts'
import { Credential, NewCredential, Revoked, credentialRef } from './credential.ts'
import { listCredentials, revokeCredential } from './own-credentials.ts'
import { toolProfile } from './tool-profile.ts'

export const createMcpToken = operation({
  id: 'credentials.createMcpToken',
  summary: 'Make an MCP token: what an agent puts into its client configuration.',
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
      .describe('The agent under whose name it works: its name or id. A new name makes the agent.')
      .meta({ refers: 'agent' }),
    profile: toolProfile,
  }),
  output: NewCredential.extend({
    mcpUrl: z.string().nullable().describe('Where agents connect to, if not at the address of the web API.'),
  }).meta({ id: 'NewMcpToken' }),
}).run(async (ctx, input) => {
  const { APP_URL, MCP_URL } = ctx.app.config
  const made = await createCredential(ctx, 'mcp_token', input)
  return { ...made, mcpUrl: MCP_URL === APP_URL ? null : MCP_URL }
})

export const listMcpTokens = operation({
  id: 'credentials.listMcpTokens',
  summary: "List the caller's MCP tokens, without their values.",
  http: 'GET /api/settings/mcp-tokens',
  access: ownSession,
  input: z.object({}),
  output: pageOf(Credential),
}).run((ctx) => listCredentials(ctx, 'mcp_token'))

export const revokeMcpToken = operation({
  id: 'credentials.revokeMcpToken',
  summary: 'Revoke an MCP token: it stops working at once, and its open streams end.',
  http: 'DELETE /api/settings/mcp-tokens/:mcpToken',
  access: ownSession,
  destructive: true,
  input: z.object({ mcpToken: credentialRef.meta({ refers: 'mcpToken' }) }),
  output: Revoked,
}).run((ctx, input) => revokeCredential(ctx, 'mcp_token', input.mcpToken))
