import { z } from 'zod'
import { type CodeHost, CodeHostFailure } from '../../platform/code-host.ts'
import { type Fix, HostUnavailable } from './host-unavailable.ts'

/** The reason why a request to a code host failed, and the step that resolves it. */
export interface HostProblem {
  message: string
  fix: Fix
  /** The wait that a rate limit requires. */
  retryAfterSeconds?: number
}

/** Explains a failed request to a code host. Throws errors that have another cause. */
export function explainHostFailure({ host }: Pick<CodeHost, 'host'>, error: unknown): HostProblem {
  if (error instanceof HostUnavailable) return { message: error.message, fix: error.fix }
  if (error instanceof z.ZodError)
    return { message: `${host} returned an unknown format. Check its URL.`, fix: 'check_url' }
  if (!(error instanceof CodeHostFailure)) throw error
  const { status, message, retryAfterSeconds } = error
  if (retryAfterSeconds !== undefined)
    return {
      message: `${host} limits the number of requests. Try again in ${retryAfterSeconds} seconds.`,
      fix: 'retry_later',
      retryAfterSeconds,
    }
  if (status === 401)
    return {
      message: `${host} doesn't accept the token. Create a new one there, and replace it here.`,
      fix: 'renew_token',
    }
  if (status === 403)
    return {
      message: `${host} doesn't allow this. Check the scopes of the token and its access to the repository.`,
      fix: 'grant_access',
    }
  if (status === 404 || status === 410 || status === 451)
    return {
      message: `${host} has no such repository, or the account can't read it. Grant it access there.`,
      fix: 'grant_access',
    }
  if (status === 0 || status >= 500)
    return { message: `${host} can't be reached right now. ${message} Try again later.`, fix: 'retry_later' }
  if (status < 400)
    return { message: `${host} didn't respond like a code host. ${message} Check its URL.`, fix: 'check_url' }
  return { message: `${host} rejected the request. ${message}`, fix: 'retry_later' }
}
