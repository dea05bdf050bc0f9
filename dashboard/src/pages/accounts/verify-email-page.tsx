import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Me, call } from '../../client.ts'
import { keptDestination } from '../../destination.ts'
import { meQuery } from '../../queries.ts'
import { signOut } from '../../shell/account-menu.tsx'
import { storeLinkParameters, useLinkParameters } from '../../link-parameters.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Entrance } from './entrance.tsx'
import { ToProjects } from './to-projects.tsx'
import { useOnce } from './once.ts'
import { SendAgain } from './send-again.tsx'

/** Where the link leads that proves an address. It counts only with the login of the account that it was made for. */
export function VerifyEmailPage() {
  const { token } = useLinkParameters('/verify-email')
  const user = useQuery(meQuery).data?.user
  if (token !== undefined) return <Confirming key={token} token={token} user={user} />
  if (!user) return null
  return user.emailVerified ? <Confirmed email={user.email} /> : <Unconfirmed email={user.email} />
}

function Confirming({ token, user }: { token: string; user: Me['user'] | undefined }) {
  const cache = useQueryClient()
  const forget = () => storeLinkParameters('/verify-email', {})
  const problem = useOnce(async () => {
    await call('accounts.verifyEmail', { token })
    // Otherwise a first request still under way counts as the refetch, with an account from before the confirmation.
    await cache.cancelQueries(meQuery)
    await cache.refetchQueries(meQuery)
    forget()
  })
  if (!problem) return <Entrance title="Confirming your address" text="One moment…" />
  // Most of those who come here have opened the same link twice.
  if (user?.emailVerified)
    return (
      <Confirmed email={user.email}>
        <p>
          The link that you opened works no longer, or is for another account.{' '}
          <button
            type="button"
            onClick={() => void signOut()}
            className="font-medium text-accent underline underline-offset-2"
          >
            Use another account
          </button>
        </p>
      </Confirmed>
    )
  return (
    <Entrance title="This link does not work here">
      <FormMessage>{problem.message}</FormMessage>
      <p className="wrap-anywhere">
        You are signed in as <Address>{user?.email}</Address>, and a link works only for the account that it
        was made for.
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => void signOut()} className="tall">
          Use another account
        </Button>
        <Button kind="primary" onClick={forget} className="tall">
          Stay with this one
        </Button>
      </div>
    </Entrance>
  )
}

function Confirmed({ email, children }: { email: string; children?: ReactNode }) {
  return (
    <Entrance
      title="Your address is confirmed"
      text={
        <>
          <Address>{email}</Address> is yours, and we know it now.
        </>
      }
    >
      {children}
      <Continue />
    </Entrance>
  )
}

/** Leads a new user to the page that they signed up for. */
function Continue() {
  const to = keptDestination()
  if (to === undefined) return <ToProjects />
  return (
    <p>
      <a href={to} className="font-medium text-accent underline underline-offset-2">
        {to === '/onboarding' ? 'Set up your organization' : 'Continue'}
      </a>
    </p>
  )
}

function Unconfirmed({ email }: { email: string }) {
  const [sentAt, setSentAt] = useState(0)
  const send = async () => {
    await call('accounts.sendVerification', {})
    setSentAt(Date.now())
  }
  return (
    <Entrance
      title="Confirm your address"
      text={
        <>
          Open the link that was sent to <Address>{email}</Address>. It works for 24 hours, and the latest one
          alone.
        </>
      }
    >
      <SendAgain sentAt={sentAt} send={send} />
      <ToProjects />
    </Entrance>
  )
}

function Address({ children }: { children: string | undefined }) {
  return <strong className="font-medium text-ink">{children}</strong>
}
