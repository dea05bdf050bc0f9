import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '../../client.ts'
import { acceptSignIn } from './second-factor.ts'

/** Returns the last step of each page that signs in: the session starts, or the page for the second factor opens. */
export function useSignIn(to: string | undefined) {
  const navigate = useNavigate()
  return async (answer: OutputOf<'accounts.logIn'>) => {
    if (!acceptSignIn(answer)) await navigate({ to: '/sign-in/second-factor', search: { to }, replace: true })
  }
}
