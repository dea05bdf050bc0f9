import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { ownSessionRecently } from '../../operations/access.ts'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { createCredential } from '../credentials/create-credential.ts'
import { toolProfile } from '../credentials/tool-profile.ts'
import { projectRef } from '../projects/project.ts'
import { grantable, resourceOf } from './addresses.ts'
import { completeRequest, storeArtifact } from './artifacts.ts'
import { signInRequest } from './get-mcp-sign-in.ts'
import { requireOpenRequest } from './sign-in-request.ts'

// Until the client comes for its first token. From then on it lasts as long as the client keeps coming.
const firstMinutes = 15
// What it gave ends with the credential, and not by itself.
const grantSeconds = 10 * 365 * 24 * 60 * 60

export const allowMcpSignIn = operation({
  id: 'mcpSignIn.allow',
  summary: 'Let an MCP client in: makes a token for it in the current organization.',
  http: 'POST /api/mcp-sign-in/:request/allow',
  access: ownSessionRecently,
  input: z.object({
    request: signInRequest,
    scopes: z
      .array(z.enum(grantable))
      .min(1)
      .max(2)
      .optional()
      .describe('What it may do: at most what it asks for, which is what it gets if nothing is said.'),
    project: projectRef.optional().describe('The only project that it reaches: its slug, key or id.'),
    profile: toolProfile,
  }),
  output: z.object({
    location: z.string().describe('Where the browser goes next; from there it is sent back to the client.'),
    mcpToken: z.uuid().describe('The token that was made, to be found among the others.'),
  }),
}).run(async (ctx, { request: id, project, profile, ...wanted }) => {
  const request = await requireOpenRequest(ctx, id)
  const { client, scopes: asked } = request.prompt.details
  const scopes = [...new Set(wanted.scopes ?? asked)]
  if (!scopes.every((scope) => asked.includes(scope)))
    rejectField('scopes', `It asks for no more than this: ${asked.join(', ')}.`)
  const { id: credential } = await createCredential(ctx, 'mcp_token', {
    ...{ name: client.name, scopes, profile, hint: client.host ?? 'signed in' },
    ...(project !== undefined && { project }),
    expiresAt: new Date(databaseNow() + firstMinutes * 60_000).toISOString(),
  })
  const { db, app, user } = ctx
  const now = Math.floor(Date.now() / 1000)
  const grant = {
    ...{ kind: 'Grant', jti: credential, iat: now, exp: now + grantSeconds },
    ...{ accountId: user.id, clientId: request.params.client_id },
    resources: { [resourceOf(app.config)]: scopes.join(' ') },
  }
  await storeArtifact(db, app.secrets, {
    kind: 'Grant',
    id: credential,
    payload: grant,
    seconds: grantSeconds,
  })
  const result = { login: { accountId: user.id, remember: false }, consent: { grantId: credential } }
  await completeRequest(db, app.secrets, id, { ...request, result })
  return { location: request.returnTo, mcpToken: credential }
})
