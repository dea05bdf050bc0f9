import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { App } from '../../../operations/context.ts'
import { OperationError, type ErrorCode } from '../../../errors/errors.ts'
import type { Provider } from '../../../operations/sign-in-provider.ts'

/** Error of a provider that returned no usable response. */
export class ProviderUnreachable extends Error {}

/** Calls a provider. Translates failures into our error codes and writes the provider's own message only to the log. */
export async function fetchFromProvider<Result>(
  { log }: App,
  { id, name }: Provider,
  request: () => Promise<Result>,
): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof OperationError) throw error
    const code = errorCodeFor(error)
    log.info({ provider: id, code, reason: reasonOf(error) }, 'request to sign-in provider failed')
    throw new OperationError(code, { provider: name })
  }
}

function errorCodeFor(error: unknown): ErrorCode {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'access_denied' : 'sign_in_failed'
  return isUnreachable(error) ? 'provider_unavailable' : 'sign_in_failed'
}

/** Returns whether the provider sent no response, or an unusable one, for example from a proxy. */
function isUnreachable(error: unknown): boolean {
  // A TypeError from fetch carries the network error as its cause.
  if (error instanceof TypeError) return error.cause !== undefined
  if (error instanceof SyntaxError || error instanceof ProviderUnreachable) return true
  return error instanceof ClientError && unreachableCodes.has(error.code ?? '')
}

const unreachableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** Returns the error text for the log. Omits the causes that the library adds, which contain codes and tokens. */
function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return `${error.error} ${error.error_description ?? ''}`.trim().slice(0, 300)
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unknown'
}
