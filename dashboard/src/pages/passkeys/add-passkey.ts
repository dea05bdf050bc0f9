import { type Passkey, Problem, call } from '../../client.ts'
import { supportsPasskeys } from '../accounts/passkey.ts'
import { texts } from './texts.ts'

/** Creates a passkey in the browser and registers it. Throws a readable problem if either fails. */
export async function addPasskey(): Promise<Passkey> {
  const optionsJSON = await call('passkeys.beginRegistration', {})
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : ''
    throw new Problem(0, 'no_passkey', sentences[name] ?? sentences.NotAllowedError!)
  })
  return call('passkeys.finishRegistration', { response: { ...response, clientExtensionResults: {} } })
}

const sentences: Record<string, string> = {
  // Browsers don't give a reason, so that pages can't find out which passkeys a user has.
  NotAllowedError: texts.addPasskey.notAdded,
  InvalidStateError: texts.addPasskey.alreadyAdded,
  SecurityError: texts.addPasskey.wrongUrl,
}

/** Browsers create passkeys only for host names, and only in a secure context. */
export const passkeysPossible =
  isSecureContext && supportsPasskeys && !/^([\d.]+|\[.*)$/.test(location.hostname)
