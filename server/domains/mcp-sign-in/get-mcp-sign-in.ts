import { z } from 'zod'
import { asPerson } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { grantable } from './addresses.ts'
import { isLoopback } from './clients.ts'
import { findRequest } from './sign-in-request.ts'

export const signInRequest = z
  .string()
  .max(100)
  .describe('Which request: the last part of the address of the page.')

export const getMcpSignIn = operation({
  id: 'mcpSignIn.get',
  summary:
    'Show which MCP client asks to be let in, and for what. Only the browser in which it asked is told.',
  http: 'GET /api/mcp-sign-in/:request',
  access: asPerson,
  input: z.object({ request: signInRequest }),
  output: z.object({
    client: z.object({
      name: z.string().describe('What it says it is.'),
      host: z.string().nullable().describe('Who vouches for that: the host at which it describes itself.'),
    }),
    redirect: z.object({
      uri: z.string().describe('Where the answer goes.'),
      thisMachine: z.boolean().describe('Whether that is a program on the machine of the browser.'),
    }),
    scopes: z.array(z.enum(grantable)).describe('What it asks for.'),
    expiresAt: z.iso.datetime(),
  }),
}).run(async (ctx, input) => {
  const { exp, prompt } = await findRequest(ctx, input.request)
  const { client, redirect, scopes } = prompt.details
  return {
    client,
    redirect: { uri: redirect, thisMachine: isLoopback(new URL(redirect)) },
    scopes,
    expiresAt: new Date(exp * 1000).toISOString(),
  }
})
