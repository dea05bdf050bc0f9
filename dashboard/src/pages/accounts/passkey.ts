import { startAuthentication } from '@simplewebauthn/browser'
import { Problem, call } from '../../client.ts'
import { startSession } from '../../session.ts'

/** Signs in with a passkey. Throws a problem in words, whoever had it: the server, the browser or the person. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await call('passkeys.beginAuthentication', {})
  const response = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw new Problem(0, 'no_passkey', sentences[nameOf(error)] ?? sentences.NotAllowedError!)
  })
  const { token } = await call('passkeys.finishAuthentication', {
    response: { ...response, clientExtensionResults: {} },
  })
  startSession(token)
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
