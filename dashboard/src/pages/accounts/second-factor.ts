import type { OutputOf } from '../../client.ts'
import { startSession } from '../../session.ts'
import { createSessionStore } from '../../ui/store.ts'

type SignInResult = OutputOf<'accounts.logIn'>
export type PendingSecondFactor = Extract<SignInResult, { secondFactor: unknown }>['secondFactor']

/** The sign-in of this tab that waits for its second factor. */
export const pendingSecondFactor = createSessionStore<PendingSecondFactor | null>('baton.second-factor', null)

/** Starts the session, or stores the request for the second factor. Returns whether the user is signed in. */
export function acceptSignIn(result: SignInResult): boolean {
  if ('token' in result) {
    startSession(result.token)
    return true
  }
  pendingSecondFactor.set(result.secondFactor)
  return false
}
