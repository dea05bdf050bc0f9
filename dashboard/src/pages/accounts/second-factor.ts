import type { OutputOf } from '../../client.ts'
import { startSession } from '../../session.ts'
import { createKeptStore } from '../../ui/store.ts'

type SignInAnswer = OutputOf<'accounts.logIn'>
export type AskedSecondFactor = Extract<SignInAnswer, { secondFactor: unknown }>['secondFactor']

/** The sign-in of this tab that waits for its second factor. */
export const askedSecondFactor = createKeptStore<AskedSecondFactor | null>('baton.second-factor', null)

/** Starts the session, or stores the request for the second factor. Returns whether the person is signed in. */
export function acceptSignIn(answer: SignInAnswer): boolean {
  if ('token' in answer) {
    startSession(answer.token)
    return true
  }
  askedSecondFactor.set(answer.secondFactor)
  return false
}
