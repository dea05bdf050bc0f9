import type { App, Context } from '../../../operations/context.ts'
import type { CodeRequest, LinkRequest, LinkPurpose } from '../../../operations/auth-backend.ts'

/*
 * Requests for a sign-in code or link. The request only enqueues a job, for every address alike. The job looks up the
 * account, so the response time does not reveal whether one exists.
 */
export const signInEmailQueue = 'sign-in-mail'

export type SignInEmail = ({ what: 'code' } & CodeRequest) | ({ what: LinkPurpose } & LinkRequest)

export function requestCode(ctx: Context, email: string, id: string): Promise<void> {
  return enqueue(ctx, { what: 'code', id, ...describeRequest(ctx, email) })
}

export function requestLink(
  ctx: Context,
  email: string,
  purpose: LinkPurpose,
  origin: Pick<LinkRequest, 'byAdministrator'> = {},
): Promise<void> {
  return enqueue(ctx, { what: purpose, ...describeRequest(ctx, email), ...origin })
}

export function sendSignInEmail({ auth }: App, mail: SignInEmail): Promise<void> {
  return mail.what === 'code' ? auth.sendCode(mail) : auth.sendLink(mail.what, mail)
}

function describeRequest({ request }: Context, email: string): LinkRequest {
  return { email, network: request.network, userAgent: request.userAgent }
}

async function enqueue(ctx: Context, mail: SignInEmail): Promise<void> {
  await ctx.app.jobs.enqueue(signInEmailQueue, mail, ctx.db)
  ctx.afterCommit(() => ctx.app.jobs.wake(signInEmailQueue))
}
