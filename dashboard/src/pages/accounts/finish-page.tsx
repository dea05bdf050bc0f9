import { Problem, call } from '../../client.ts'
import { ownPath } from '../../destination.ts'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { Entrance } from './entrance.tsx'
import { texts } from './texts.ts'
import { useOnce } from './once.ts'
import { useSignIn } from './use-sign-in.ts'
import { AuthLink } from './auth-link.tsx'

/** Exchanges the ticket from a provider's redirect for a session. The router then leads on. */
export function FinishPage() {
  const { ticket, to } = useLinkParameters('/sign-in/finish')
  const signIn = useSignIn(ownPath(to))
  const { title, wait, failed, alreadyFinished, back } = texts.finishPage
  const problem = useOnce(async () => {
    storeLinkParameters('/sign-in/finish', { to })
    if (ticket === undefined) throw new Problem(0, 'no_ticket', alreadyFinished)
    await signIn(await call('oauth.finish', { ticket }))
  })
  if (!problem) return <Entrance title={title} text={wait} />
  return (
    <Entrance title={failed}>
      <FormMessage>{problem.message}</FormMessage>
      <p>
        <AuthLink page="/sign-in" to={ownPath(to)}>
          {back}
        </AuthLink>
      </p>
    </Entrance>
  )
}
