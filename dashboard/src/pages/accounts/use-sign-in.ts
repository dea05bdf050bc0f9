import { useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '../../client.ts'
import { acceptSignIn } from './second-factor.ts'

/** Returns the last step of every sign-in: it starts the session or opens the second-factor page. */
export function useSignIn(to: string | undefined) {
  const navigate = useNavigate()
  return async (result: OutputOf<'accounts.logIn'>) => {
    if (!acceptSignIn(result)) await navigate({ to: '/sign-in/second-factor', search: { to }, replace: true })
  }
}
