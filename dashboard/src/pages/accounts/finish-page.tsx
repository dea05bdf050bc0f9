import { Problem, call } from '../../client.ts'
import { ownPath } from '../../destination.ts'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { Entrance } from './entrance.tsx'
import { useOnce } from './once.ts'
import { useSignIn } from './use-sign-in.ts'
import { WayLink } from './way-link.tsx'

/** Where the browser arrives from a provider: with its ticket it fetches the login. The router then leads on. */
export function FinishPage() {
  const { ticket, to } = useLinkParameters('/sign-in/finish')
  const signIn = useSignIn(ownPath(to))
  const problem = useOnce(async () => {
    storeLinkParameters('/sign-in/finish', { to })
    if (ticket === undefined)
      throw new Problem(0, 'no_ticket', 'This sign-in was finished already. Start again.')
    await signIn(await call('oauth.finish', { ticket }))
  })
  if (!problem) return <Entrance title="Signing in" text="One moment…" />
  return (
    <Entrance title="The sign-in failed">
      <FormMessage>{problem.message}</FormMessage>
      <p>
        <WayLink way="/sign-in" to={ownPath(to)}>
          Back to the ways to sign in
        </WayLink>
      </p>
    </Entrance>
  )
}
