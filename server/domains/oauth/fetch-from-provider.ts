import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { App } from '../../operations/context.ts'
import { OperationError, type ErrorCode } from '../../operations/errors.ts'
import type { Provider } from './provider.ts'

/** What came is no answer to what was asked. */
export class ProviderUnreachable extends Error {}

/** Asks a provider. Whatever goes wrong there is a sentence of ours; what it said itself is for the operator alone. */
export async function fetchFromProvider<Answer>(
  { log }: App,
  { id, name }: Provider,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof OperationError) throw error
    const code = refusalFor(error)
    log.info({ provider: id, code, reason: reasonOf(error) }, 'a provider was asked in vain')
    throw new OperationError(code, { provider: name })
  }
}

function refusalFor(error: unknown): ErrorCode {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'access_denied' : 'sign_in_failed'
  return isOutOfReach(error) ? 'provider_unavailable' : 'sign_in_failed'
}

/** Whether there was no answer, or one that is no answer: of a proxy, or of a server that fails. */
function isOutOfReach(error: unknown): boolean {
  // What fetch throws has the failure of the network as its cause.
  if (error instanceof TypeError) return error.cause !== undefined
  if (error instanceof SyntaxError || error instanceof ProviderUnreachable) return true
  return error instanceof ClientError && silences.has(error.code ?? '')
}

const silences = new Set([
  ...['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_PARSE_ERROR'],
  ...['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'],
])

/** What the operator needs to find the fault. The causes that the library adds hold codes and tokens. */
function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return `${error.error} ${error.error_description ?? ''}`.trim().slice(0, 300)
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unknown'
}
