import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../queries.ts'
import { signOut } from '../../shell/account-menu.tsx'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Entrance } from '../accounts/entrance.tsx'
import { Offer } from './offer.tsx'
import type { ReceivedInvitation } from './queries.ts'
import { TextLink } from '../../ui/links.tsx'
import { texts } from './texts.ts'

/** For a user with another address. An invitation is personal, so a forwarded email doesn't let others join. */
export function InvitationForAnotherAccount({ invitation }: { invitation: ReceivedInvitation }) {
  const me = useQuery(meQuery).data?.user.email
  const leave = useAction(() => signOut())
  const labels = texts.invitationForAnotherAccount
  return (
    <Entrance title={labels.title} text={<Offer invitation={invitation} />}>
      <p className="wrap-anywhere">
        {me && labels.signedInAs(me)} {labels.text(invitation.email, invitation.invitedBy.name)}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button kind="primary" busy={leave.busy} onClick={leave.run} className="tall">
          {labels.switchAccount}
        </Button>
        <TextLink to="/projects">{labels.keepAccount}</TextLink>
      </div>
    </Entrance>
  )
}
