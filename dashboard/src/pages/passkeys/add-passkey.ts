import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { type Passkey, Problem, call } from '../../client.ts'

/** Has the browser make a passkey and the server accept it. Throws a problem in words, whoever had it. */
export async function addPasskey(): Promise<Passkey> {
  const optionsJSON = await call('passkeys.beginRegistration', {})
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : ''
    throw new Problem(0, 'no_passkey', sentences[name] ?? sentences.NotAllowedError!)
  })
  return call('passkeys.finishRegistration', { response: { ...response, clientExtensionResults: {} } })
}

const sentences: Record<string, string> = {
  // Browsers say no more than this, so that no page learns which passkeys somebody has.
  NotAllowedError: 'No passkey was added. Try again, and follow what your device asks.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address. Open Baton at the one that its operator has set.',
}

/** A passkey belongs to a host name, and browsers make none where others can listen. */
export const passkeysPossible =
  isSecureContext && browserSupportsWebAuthn() && !/^([\d.]+|\[.*)$/.test(location.hostname)
