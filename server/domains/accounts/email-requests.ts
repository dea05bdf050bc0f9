import type { App, Context } from '../../operations/context.ts'
import type { CodeRequest, LinkRequest, LinkPurpose } from './backend/auth-backend.ts'

/*
 * A code or a link was asked for. All that happens in the request is that a job is stored, for every address alike;
 * whether there is an account is looked up by the job, where no stranger can measure it.
 */
export const signInEmailQueue = 'sign-in-mail'

export type SignInEmail = ({ what: 'code' } & CodeRequest) | ({ what: LinkPurpose } & LinkRequest)

export function requestCode(ctx: Context, email: string, id: string): Promise<void> {
  return enqueue(ctx, { what: 'code', id, ...asked(ctx, email) })
}

export function requestLink(ctx: Context, email: string, purpose: LinkPurpose): Promise<void> {
  return enqueue(ctx, { what: purpose, ...asked(ctx, email) })
}

export function sendSignInEmail({ auth }: App, mail: SignInEmail): Promise<void> {
  return mail.what === 'code' ? auth.sendCode(mail) : auth.sendLink(mail.what, mail)
}

function asked({ request }: Context, email: string): LinkRequest {
  return { email, network: request.network, userAgent: request.userAgent }
}

async function enqueue(ctx: Context, mail: SignInEmail): Promise<void> {
  await ctx.app.jobs.enqueue(signInEmailQueue, mail, ctx.db)
  ctx.afterCommit(() => ctx.app.jobs.wake(signInEmailQueue))
}
