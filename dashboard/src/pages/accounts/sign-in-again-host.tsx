import { Suspense, lazy } from 'react'
import { freshSignInNeeded } from '../../session.ts'
import { useStore } from '../../ui/store.ts'

const SignInAgain = lazy(() =>
  import('./sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
)

/** Opens on any page when the server rejects a request that needs a fresh sign-in. Its code is loaded on first use. */
export function SignInAgainHost() {
  if (!useStore(freshSignInNeeded)) return null
  return (
    <Suspense>
      <SignInAgain />
    </Suspense>
  )
}
