import { Link } from '@tanstack/react-router'
import { session } from '../../session.ts'
import { useStore } from '../../ui/store.ts'

/** To where everybody begins: whoever is not signed in does that first. */
export function GoOn() {
  const signedIn = useStore(session, ({ token }) => token !== null)
  return (
    <p>
      <Link to="/projects" className="font-medium text-accent underline underline-offset-2">
        {signedIn ? 'Go to your projects' : 'Sign in'}
      </Link>
    </p>
  )
}
