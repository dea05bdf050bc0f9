import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import { ownSessionRecently } from '../../../operations/access.ts'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { createCredential } from '../credentials/create-credential.ts'
import { toolProfile } from '../credentials/tool-profile.ts'
import { projectRef } from '../../projects/project.ts'
import { grantable, resourceOf } from './addresses.ts'
import { completeRequest, storeArtifact } from './artifacts.ts'
import { signInRequest } from './get-mcp-sign-in.ts'
import { requireOpenRequest } from './sign-in-request.ts'

// Time for the client to fetch its first token. Each use of a token extends the credential afterwards.
const firstTokenMinutes = 15
// Effectively unlimited: the grant ends with its credential.
const grantSeconds = 10 * 365 * 24 * 60 * 60

export const allowMcpSignIn = operation({
  id: 'mcpSignIn.allow',
  summary: 'Allow an MCP client to sign in. Creates a token for it in the current organization.',
  http: 'POST /api/mcp-sign-in/:request/allow',
  access: ownSessionRecently,
  input: z.object({
    request: signInRequest,
    scopes: z
      .array(z.enum(grantable))
      .min(1)
      .max(2)
      .optional()
      .describe('Scopes of the token: a subset of the requested scopes. Default: all requested scopes.'),
    project: projectRef.optional().describe('The only project the token can access: slug, key or id.'),
    profile: toolProfile,
  }),
  output: z.object({
    location: z.string().describe('URL to open next. It redirects the browser to the client.'),
    mcpToken: z.uuid().describe('Id of the created MCP token.'),
  }),
}).run(async (ctx, { request: id, project, profile, ...chosen }) => {
  const request = await requireOpenRequest(ctx, id)
  const { client, scopes: requested } = request.prompt.details
  const scopes = [...new Set(chosen.scopes ?? requested)]
  if (!scopes.every((scope) => requested.includes(scope)))
    rejectField('scopes', `The client requested only these scopes: ${requested.join(', ')}.`)
  const { id: credential } = await createCredential(ctx, 'mcp_token', {
    name: client.name,
    scopes,
    profile,
    hint: client.host ?? 'signed in',
    ...(project !== undefined && { project }),
    expiresAt: new Date(databaseNow() + firstTokenMinutes * 60_000).toISOString(),
  })
  const { db, app, user } = ctx
  const now = Math.floor(Date.now() / 1000)
  const grant = {
    kind: 'Grant',
    jti: credential,
    iat: now,
    exp: now + grantSeconds,
    accountId: user.id,
    clientId: request.params.client_id,
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
