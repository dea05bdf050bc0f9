import { type InputOf, Problem, call } from '../../client.ts'
import { startSession } from '../../session.ts'
import { texts } from './texts.ts'

/** Whether the browser has the Web Authentication API. */
export const supportsPasskeys = typeof globalThis.PublicKeyCredential === 'function'

type UsedPasskey = InputOf<'passkeys.finishAuthentication'>['response']

/** Signs in with a passkey. Throws a readable problem if the server, the browser or the user rejects it. */
export async function signInWithPasskey(): Promise<void> {
  const { token } = await call('passkeys.finishAuthentication', { response: await requestPasskey() })
  startSession(token)
}

/** Asks the browser to sign a challenge from the server with a passkey. */
export async function requestPasskey(): Promise<UsedPasskey> {
  const optionsJSON = await call('passkeys.beginAuthentication', {})
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw new Problem(0, 'no_passkey', sentences[nameOf(error)] ?? sentences.NotAllowedError!)
  })
  return { ...response, clientExtensionResults: {} }
}

const sentences: Record<string, string> = {
  // Browsers don't give a reason, so that pages can't find out which passkeys a user has.
  NotAllowedError: texts.passkey.notUsed,
  SecurityError: texts.passkey.wrongUrl,
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
