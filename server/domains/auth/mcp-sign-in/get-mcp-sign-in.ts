import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { grantable } from './addresses.ts'
import { isLoopback } from './clients.ts'
import { findRequest } from './sign-in-request.ts'

export const signInRequest = z
  .string()
  .max(100)
  .describe('Id of the sign-in request: the last segment of the page URL.')

export const getMcpSignIn = operation({
  id: 'mcpSignIn.get',
  summary:
    'Show the MCP client that wants to sign in and its scopes. Only works in the browser that made the request.',
  http: 'GET /api/mcp-sign-in/:request',
  access: asPerson,
  input: z.object({ request: signInRequest }),
  output: z.object({
    client: z.object({
      name: z.string().describe('Name that the client claims. Not verified.'),
      host: z.string().nullable().describe("Verified host of the client's metadata document, if it has one."),
    }),
    redirect: z.object({
      uri: z.string().describe('URI that receives the result.'),
      thisMachine: z.boolean().describe("Whether the URI leads to the browser's own machine."),
    }),
    scopes: z.array(z.enum(grantable)).describe('Requested scopes.'),
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
