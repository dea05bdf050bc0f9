import { startAuthentication } from '@simplewebauthn/browser'
import { type InputOf, Problem, call } from '../../client.ts'
import { startSession } from '../../session.ts'

type UsedPasskey = InputOf<'passkeys.finishAuthentication'>['response']

/** Signs in with a passkey. Throws a problem in words, whoever had it: the server, the browser or the person. */
export async function signInWithPasskey(): Promise<void> {
  const { token } = await call('passkeys.finishAuthentication', { response: await requestPasskey() })
  startSession(token)
}

/** Has the browser sign a challenge of the server with a passkey. */
export async function requestPasskey(): Promise<UsedPasskey> {
  const optionsJSON = await call('passkeys.beginAuthentication', {})
  const response = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw new Problem(0, 'no_passkey', sentences[nameOf(error)] ?? sentences.NotAllowedError!)
  })
  return { ...response, clientExtensionResults: {} }
}

const sentences: Record<string, string> = {
  // Browsers say no more than this, so that no page learns which passkeys somebody has.
  NotAllowedError: 'No passkey was used. Try again, or sign in another way.',
  SecurityError:
    'Passkeys do not work at this address. Open the one that your passkeys are for, or sign in another way.',
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
