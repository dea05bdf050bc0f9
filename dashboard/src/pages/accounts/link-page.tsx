import { useSearch } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { keptDestination } from '../../destination.ts'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useStore } from '../../ui/store.ts'
import { requestLink, askedLink } from './email-requests.ts'
import { Entrance } from './entrance.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { useSignIn } from './use-sign-in.ts'
import { WayLink } from './way-link.tsx'

/** Where one waits for a link that signs in, and where that link leads. */
export function LinkPage() {
  const { to } = useSearch({ from: '/sign-in/link' })
  const { token, access_token: accessToken, error } = useLinkParameters('/sign-in/link')
  const asked = useStore(askedLink)
  if (token ?? accessToken ?? error) return <FollowedLink token={token} accessToken={accessToken} />
  if (!asked) return null
  return (
    <CheckYourEmail
      email={asked.email}
      sentAt={asked.sentAt}
      send={() => requestLink(asked.email, to)}
      what="a link that signs you in"
      next="It works once, for 15 minutes. When you have opened it in this browser, this page goes on, too."
      to={to}
    />
  )
}

interface FollowedLinkProps {
  token: string | undefined
  /** An external auth backend has checked its link itself, and sends the browser here with a session of its own. */
  accessToken: string | undefined
}

/** Waits for a press of the button: programs that look through mails follow links, and must not use this one up. */
function FollowedLink({ token, accessToken }: FollowedLinkProps) {
  const { to } = useSearch({ from: '/sign-in/link' })
  const finish = useSignIn(to ?? keptDestination())
  const signIn = useAction(async () => {
    const answer = accessToken
      ? await call('accounts.logInWithBackend', { token: accessToken })
      : await call('magicLinks.verify', { token: token! })
    storeLinkParameters('/sign-in/link', {})
    askedLink.set(null)
    await finish(answer)
  })
  const dead = 'This link was used already or has expired. Ask for a new one.'
  const message = (token ?? accessToken) ? signIn.message : dead
  return (
    <Entrance title="Sign in" text="You have followed the link from your mail.">
      <FormMessage>{message}</FormMessage>
      {!message && (
        <Button kind="primary" autoFocus busy={signIn.busy} onClick={signIn.run} className="tall">
          Sign in
        </Button>
      )}
      {message && (
        <p>
          <WayLink way="/sign-in">Back to the ways to sign in</WayLink>
        </p>
      )}
    </Entrance>
  )
}
