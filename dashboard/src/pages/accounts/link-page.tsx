import { useSearch } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { storedDestination } from '../../destination.ts'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useStore } from '../../ui/store.ts'
import { requestLink, requestedLink } from './email-requests.ts'
import { Entrance } from './entrance.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { texts } from './texts.ts'
import { useSignIn } from './use-sign-in.ts'
import { AuthLink } from './auth-link.tsx'

/** Waits for a sign-in link, and is also the page that the link opens. */
export function LinkPage() {
  const { to } = useSearch({ from: '/sign-in/link' })
  const { token, access_token: accessToken, error } = useLinkParameters('/sign-in/link')
  const requested = useStore(requestedLink)
  if (token ?? accessToken ?? error) return <FollowedLink token={token} accessToken={accessToken} />
  if (!requested) return null
  return (
    <CheckYourEmail
      sent={texts.linkPage.sent(requested.email)}
      validity={texts.linkPage.validity}
      sentAt={requested.sentAt}
      send={() => requestLink(requested.email, to)}
      to={to}
    />
  )
}

interface FollowedLinkProps {
  token: string | undefined
  /** The session of an external auth backend, which verifies its links itself and then redirects here. */
  accessToken: string | undefined
}

/** Waits for a click, because email scanners open links and must not use this one up. */
function FollowedLink({ token, accessToken }: FollowedLinkProps) {
  const { to } = useSearch({ from: '/sign-in/link' })
  const finish = useSignIn(to ?? storedDestination())
  const signIn = useAction(async () => {
    const result = accessToken
      ? await call('accounts.logInWithBackend', { token: accessToken })
      : await call('magicLinks.verify', { token: token! })
    storeLinkParameters('/sign-in/link', {})
    requestedLink.set(null)
    await finish(result)
  })
  const labels = texts.linkPage
  const message = (token ?? accessToken) ? signIn.message : labels.expired
  return (
    <Entrance title={labels.title} text={labels.opened}>
      <FormMessage>{message}</FormMessage>
      {!message && (
        <Button kind="primary" autoFocus busy={signIn.busy} onClick={signIn.run} className="tall">
          {labels.signIn}
        </Button>
      )}
      {message && (
        <p>
          <AuthLink page="/sign-in">{labels.back}</AuthLink>
        </p>
      )}
    </Entrance>
  )
}
