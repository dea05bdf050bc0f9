import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '../../session.ts'
import { useLinkParameters } from '../../link-parameters.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useStore } from '../../ui/store.ts'
import { Entrance } from '../accounts/entrance.tsx'
import { AuthLink } from '../accounts/auth-link.tsx'
import { ContinueLink } from './continue-link.tsx'
import { InvitationForAnotherAccount } from './invitation-for-another-account.tsx'
import { InvitationForMe } from './invitation-for-me.tsx'
import { InvitationSignUp } from './invitation-sign-up.tsx'
import { OwnInvitations } from './own-invitations.tsx'
import { type ReceivedInvitation, linkedInvitationQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The page that an invitation link opens, where the invited user can respond. */
export function InvitationPage() {
  const { token: secret } = useLinkParameters('/invitation')
  const token = useStore(session, (now) => now.token)
  const { welcome, incomplete } = texts.invitationPage
  /** The organization that the user joined here, shown until the next page opens. */
  const [joined, setJoined] = useState<string>()
  if (joined) return <Entrance title={welcome(joined)} text={sharedTexts.oneMoment} />
  if (secret !== undefined) return <Linked key={secret} secret={secret} token={token} onJoined={setJoined} />
  if (token !== null) return <OwnInvitations />
  return (
    <Entrance title={incomplete.title} text={incomplete.text}>
      <p>
        <AuthLink page="/sign-in" to="/invitation">
          {incomplete.signIn}
        </AuthLink>
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
  const { loading, brokenLink } = texts.invitationPage
  const query = useQuery(linkedInvitationQuery(secret, token))
  if (query.isPending) return <Entrance title={loading} text={sharedTexts.oneMoment} />
  if (!query.data)
    return (
      <Entrance title={brokenLink}>
        <FormMessage>{query.error.message}</FormMessage>
        <div className="flex flex-wrap items-center gap-4">
          <Button onClick={() => void query.refetch()}>{sharedTexts.tryAgain}</Button>
          <ContinueLink />
        </div>
      </Entrance>
    )
  const invitation = query.data
  if (invitation.status !== 'pending') return <Over invitation={invitation} status={invitation.status} />
  if (token === null) return <InvitationSignUp {...{ invitation, secret, onJoined }} />
  if (!invitation.mayAccept) return <InvitationForAnotherAccount invitation={invitation} />
  return <InvitationForMe {...{ invitation, secret, onJoined }} />
}

interface OverProps {
  invitation: ReceivedInvitation
  status: Exclude<ReceivedInvitation['status'], 'pending'>
}

/** Explains why the user can't respond any more, and what to do instead. */
function Over({ invitation, status }: OverProps) {
  const { organization, invitedBy } = invitation
  const { title, text } = texts.invitationPage.over[status]
  return (
    <Entrance title={title} text={text(invitedBy.name, organization.name)}>
      <ContinueLink />
    </Entrance>
  )
}
