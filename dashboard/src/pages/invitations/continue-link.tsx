import { Link } from '@tanstack/react-router'
import { session } from '../../session.ts'
import { useStore } from '../../ui/store.ts'
import { texts } from './texts.ts'

/** Links to the projects, or to the sign-in page if the user isn't signed in. */
export function ContinueLink() {
  const { projects, signIn } = texts.continueLink
  const isSignedIn = useStore(session, ({ token }) => token !== null)
  return (
    <p>
      <Link to="/projects" className="font-medium text-accent underline underline-offset-2">
        {isSignedIn ? projects : signIn}
      </Link>
    </p>
  )
}
