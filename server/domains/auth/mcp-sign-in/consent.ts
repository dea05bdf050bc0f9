import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { type Grantable, grantable, resourceOf } from './addresses.ts'
import { type Payload, findArtifact, lockRequest, completeRequest, storeArtifact } from './artifacts.ts'
import { z } from 'zod'
import { asPerson, ownSessionRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { isLoopback } from './clients.ts'
import { databaseNow } from '../../../database/clock.ts'
import { createCredential } from '../credentials/create-credential.ts'
import { toolProfile } from '../credentials/mcp-tokens.ts'
import { projectRef } from '../../projects/project.ts'

/**
 * Cookie with the secret of the browser that started the request. The page URL contains the request id, so the id alone
 * must not give access. Otherwise an attacker could send their own request to a victim and have it approved.
 */
export const browserCookie = 'mcp-sign-in'

/** Details of a request as the client sent it, for the consent page. */
export interface ConsentDetails {
  browser: string
  client: { name: string; host: string | null }
  redirect: string
  scopes: Grantable[]
}

/** A sign-in request that the user has not decided yet, as stored by the authorization server. */
export interface PendingRequest extends Payload {
  returnTo: string
  exp: number
  params: { client_id: string }
  prompt: { details: ConsentDetails }
  result?: object
}

/** Returns an undecided request of this browser without locking it. */
async function findRequest(ctx: Context, id: string): Promise<PendingRequest> {
  return requireSameBrowser(ctx, id, await findArtifact(ctx.db, ctx.app.secrets, 'Interaction', id))
}

/** Locks an undecided request of this browser, so that only one decision is stored. */
async function requireOpenRequest(ctx: Context, id: string): Promise<PendingRequest> {
  return requireSameBrowser(ctx, id, await lockRequest(ctx.db, ctx.app.secrets, id))
}

function requireSameBrowser(ctx: Context, id: string, found: Payload | undefined): PendingRequest {
  const request = found as PendingRequest | undefined
  const browser = ctx.request.cookies.get(browserCookie)
  const isSameBrowser =
    browser !== undefined && hashSecret(browser).toString('hex') === request?.prompt.details.browser
  if (!request || request.result || !isSameBrowser) reject('not_found', { kind: 'sign-in request', ref: id })
  return request
}

const signInRequest = z
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
