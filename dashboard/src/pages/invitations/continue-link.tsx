import { session } from '../../session.ts'
import { useStore } from '../../ui/store.ts'
import { TextLink } from '../../ui/links.tsx'
import { texts } from './texts.ts'

/** Links to the projects, or to the sign-in page if the user isn't signed in. */
export function ContinueLink() {
  const { projects, signIn } = texts.continueLink
  const isSignedIn = useStore(session, ({ token }) => token !== null)
  return (
    <p>
      <TextLink to="/projects">{isSignedIn ? projects : signIn}</TextLink>
    </p>
  )
}
