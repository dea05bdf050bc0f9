import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import type { Grantable } from './addresses.ts'
import { type Payload, findArtifact, lockRequest } from './artifacts.ts'

/**
 * The secret of the browser in which a client asked. The address of the page shows which request it is about, so that
 * alone must open nothing: else anybody could have a request of their own answered by somebody else.
 */
export const browserCookie = 'mcp-sign-in'

/** What a client asks for, noted when it asked. */
export interface Question {
  browser: string
  client: { name: string; host: string | null }
  redirect: string
  scopes: Grantable[]
}

/** A request that waits for its answer, as the authorization server keeps it. */
export interface AskedRequest extends Payload {
  returnTo: string
  exp: number
  params: { client_id: string }
  prompt: { details: Question }
  result?: object
}

/** For a look at it. */
export async function findRequest(ctx: Context, id: string): Promise<AskedRequest> {
  return ofThisBrowser(ctx, id, await findArtifact(ctx.db, ctx.app.secrets, 'Interaction', id))
}

/** For an answer, which there is one of. */
export async function requireOpenRequest(ctx: Context, id: string): Promise<AskedRequest> {
  return ofThisBrowser(ctx, id, await lockRequest(ctx.db, ctx.app.secrets, id))
}

function ofThisBrowser(ctx: Context, id: string, found: Payload | undefined): AskedRequest {
  const request = found as AskedRequest | undefined
  const browser = ctx.request.cookies.get(browserCookie)
  const same =
    browser !== undefined && hashSecret(browser).toString('hex') === request?.prompt.details.browser
  if (!request || request.result || !same) reject('not_found', { kind: 'sign-in request', ref: id })
  return request
}
