import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Me, call } from '../../client.ts'
import { storedDestination } from '../../destination.ts'
import { meQuery } from '../../queries.ts'
import { signOut } from '../../shell/account-menu.tsx'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Entrance } from './entrance.tsx'
import { ProjectsLink } from './projects-link.tsx'
import { useOnce } from './once.ts'
import { SendAgain } from './send-again.tsx'
import { texts } from './texts.ts'

/** Confirms an email address with the link's token, which works only for the account it was sent to. */
export function VerifyEmailPage() {
  const { token } = useLinkParameters('/verify-email')
  const user = useQuery(meQuery).data?.user
  if (token !== undefined) return <Confirming key={token} token={token} user={user} />
  if (!user) return null
  return user.emailVerified ? <Confirmed email={user.email} /> : <Unconfirmed email={user.email} />
}

function Confirming({ token, user }: { token: string; user: Me['user'] | undefined }) {
  const cache = useQueryClient()
  const { confirming, confirmed, otherAccount, switchAccount } = texts.verifyEmailPage
  const forget = () => storeLinkParameters('/verify-email', {})
  const problem = useOnce(async () => {
    await call('accounts.verifyEmail', { token })
    // Otherwise a first request still under way counts as the refetch, with an account from before the confirmation.
    await cache.cancelQueries(meQuery)
    await cache.refetchQueries(meQuery)
    forget()
  })
  if (!problem) return <Entrance {...confirming} />
  // Usually the user opened the same link twice.
  if (user?.emailVerified)
    return (
      <Confirmed email={user.email}>
        <p>
          {confirmed.deadLink}{' '}
          <button
            type="button"
            onClick={() => void signOut()}
            className="font-medium text-accent underline underline-offset-2"
          >
            {switchAccount}
          </button>
        </p>
      </Confirmed>
    )
  return (
    <Entrance title={otherAccount.title}>
      <FormMessage>{problem.message}</FormMessage>
      <p className="wrap-anywhere">{otherAccount.text(user?.email ?? '')}</p>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => void signOut()} className="tall">
          {switchAccount}
        </Button>
        <Button kind="primary" onClick={forget} className="tall">
          {otherAccount.keepAccount}
        </Button>
      </div>
    </Entrance>
  )
}

function Confirmed({ email, children }: { email: string; children?: ReactNode }) {
  const { title, text } = texts.verifyEmailPage.confirmed
  return (
    <Entrance title={title} text={text(email)}>
      {children}
      <Continue />
    </Entrance>
  )
}

/** Leads a new user to the page that they signed up for. */
function Continue() {
  const to = storedDestination()
  const { setUpOrganization } = texts.verifyEmailPage
  if (to === undefined) return <ProjectsLink />
  return (
    <p>
      <PathLink href={to} className="font-medium text-accent underline underline-offset-2">
        {to === '/onboarding' ? setUpOrganization : texts.verifyEmailPage.continue}
      </PathLink>
    </p>
  )
}

function Unconfirmed({ email }: { email: string }) {
  const [sentAt, setSentAt] = useState(0)
  const send = async () => {
    await call('accounts.sendVerification', {})
    setSentAt(Date.now())
  }
  const { title, text } = texts.verifyEmailPage.unconfirmed
  return (
    <Entrance title={title} text={text(email)}>
      <SendAgain sentAt={sentAt} send={send} />
      <ProjectsLink />
    </Entrance>
  )
}
