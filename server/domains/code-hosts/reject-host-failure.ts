import { reject } from '../../errors/errors.ts'
import { explainHostFailure } from './explain-host-failure.ts'

/** Runs requests to a code host for a caller, and rejects the operation with the reason if they fail. */
export async function rejectHostFailure<Result>(
  apiUrl: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { host } = new URL(apiUrl)
  try {
    return await work()
  } catch (error) {
    const { message: reason, retryAfterSeconds: seconds, fix } = explainHostFailure({ host }, error)
    if (seconds !== undefined) return reject('code_host_limited', { host, seconds })
    return reject('code_host_failed', { host, reason }, { fix })
  }
}
