import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import type { Grantable } from './addresses.ts'
import { type Payload, findArtifact, lockRequest } from './artifacts.ts'

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
export async function findRequest(ctx: Context, id: string): Promise<PendingRequest> {
  return requireSameBrowser(ctx, id, await findArtifact(ctx.db, ctx.app.secrets, 'Interaction', id))
}

/** Locks an undecided request of this browser, so that only one decision is stored. */
export async function requireOpenRequest(ctx: Context, id: string): Promise<PendingRequest> {
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
