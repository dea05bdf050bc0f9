import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { ownSession } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import {
  Credential,
  NewCredential,
  Revoked,
  createCredential,
  credentialRef,
  listCredentials,
  newCredentialInput,
  revokeCredential,
} from './credential.ts'

export const createMcpToken = operation({
  id: 'credentials.createMcpToken',
  summary: 'Make an MCP token: what an agent puts into its client configuration.',
  http: 'POST /api/settings/mcp-tokens',
  access: ownSession,
  created: true,
  input: z.object(newCredentialInput),
  output: NewCredential,
}).run((ctx, input) => createCredential(ctx, 'mcp_token', input))

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
  input: z.object({ mcpToken: credentialRef }),
  output: Revoked,
}).run((ctx, input) => revokeCredential(ctx, 'mcp_token', input.mcpToken))
