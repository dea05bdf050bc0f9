import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '../../session.ts'
import { useLinkParameters } from '../../link-parameters.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useStore } from '../../ui/store.ts'
import { Entrance } from '../accounts/entrance.tsx'
import { WayLink } from '../accounts/way-link.tsx'
import { InvitationForAnotherAccount } from './invitation-for-another-account.tsx'
import { InvitationForMe } from './invitation-for-me.tsx'
import { InvitationSignUp } from './invitation-sign-up.tsx'
import { GoOn } from './go-on.tsx'
import { OwnInvitations } from './own-invitations.tsx'
import { type ReceivedInvitation, linkedInvitationQuery } from './queries.ts'

/** Where the link leads that invites somebody: what it is about, and the ways to answer. */
export function InvitationPage() {
  const { token: secret } = useLinkParameters('/invitation')
  const token = useStore(session, (now) => now.token)
  /** The organization that was joined here: the next page is on its way. */
  const [joined, setJoined] = useState<string>()
  if (joined) return <Entrance title={`Welcome to ${joined}`} text="One moment…" />
  if (secret !== undefined) return <Linked key={secret} secret={secret} token={token} onJoined={setJoined} />
  if (token !== null) return <OwnInvitations />
  return (
    <Entrance title="This link is not complete" text="Open the link from your mail once more.">
      <p className="text-muted">
        Or{' '}
        <WayLink way="/sign-in" to="/invitation">
          sign in
        </WayLink>{' '}
        with the address that was invited: what waits for you is shown here.
      </p>
    </Entrance>
  )
}

interface LinkedProps {
  secret: string
  token: string | null
  onJoined: (organization: string) => void
}

function Linked({ secret, token, onJoined }: LinkedProps) {
  const query = useQuery(linkedInvitationQuery(secret, token))
  if (query.isPending) return <Entrance title="Your invitation" text="One moment…" />
  if (!query.data)
    return (
      <Entrance title="This link does not work">
        <FormMessage>{query.error.message}</FormMessage>
        <div className="flex flex-wrap items-center gap-4">
          <Button onClick={() => void query.refetch()}>Try again</Button>
          <GoOn />
        </div>
      </Entrance>
    )
  const invitation = query.data
  if (invitation.status !== 'pending') return <Over invitation={invitation} />
  if (token === null) return <InvitationSignUp {...{ invitation, secret, onJoined }} />
  if (!invitation.mayAccept) return <InvitationForAnotherAccount invitation={invitation} />
  return <InvitationForMe {...{ invitation, secret, onJoined }} />
}

/** What can no longer be answered, and what to do then. */
function Over({ invitation }: { invitation: ReceivedInvitation }) {
  const { status, organization, invitedBy } = invitation
  const [title, text] = {
    pending: ['', ''],
    accepted: [
      'This invitation was accepted',
      `Whoever accepted it is in ${organization.name}. A link works once.`,
    ],
    declined: [
      'This invitation was declined',
      `If that was a mistake, ask ${invitedBy.name} to invite you to ${organization.name} again.`,
    ],
    revoked: [
      'This invitation was taken back',
      `If you think that it should not have been, ask ${invitedBy.name} of ${organization.name}.`,
    ],
    expired: [
      'This invitation has expired',
      `Ask ${invitedBy.name} to send the one to ${organization.name} again.`,
    ],
  }[status] as [string, string]
  return (
    <Entrance title={title} text={text}>
      <GoOn />
    </Entrance>
  )
}
