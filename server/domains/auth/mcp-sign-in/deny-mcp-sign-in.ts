import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { completeRequest } from './artifacts.ts'
import { signInRequest } from './get-mcp-sign-in.ts'
import { requireOpenRequest } from './sign-in-request.ts'

export const denyMcpSignIn = operation({
  id: 'mcpSignIn.deny',
  summary: 'Deny an MCP client that wants to sign in.',
  http: 'POST /api/mcp-sign-in/:request/deny',
  access: asPerson,
  input: z.object({ request: signInRequest }),
  output: z.object({
    location: z.string().describe('URL to open next. It redirects the browser to the client.'),
  }),
}).run(async (ctx, { request: id }) => {
  const request = await requireOpenRequest(ctx, id)
  const result = { error: 'access_denied', error_description: 'The user denied the request.' }
  await completeRequest(ctx.db, ctx.app.secrets, id, { ...request, result })
  return { location: request.returnTo }
})
