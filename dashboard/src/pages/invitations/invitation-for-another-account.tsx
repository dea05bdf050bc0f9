import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery } from '../../queries.ts'
import { signOut } from '../../shell/account-menu.tsx'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Entrance } from '../accounts/entrance.tsx'
import { Named, Offer } from './offer.tsx'
import type { ReceivedInvitation } from './queries.ts'

/** Signed in with another address: an organization invites a person whom it knows, not whoever has the mail. */
export function InvitationForAnotherAccount({ invitation }: { invitation: ReceivedInvitation }) {
  const me = useQuery(meQuery).data?.user.email
  const leave = useAction(() => signOut())
  return (
    <Entrance title="This invitation is for another address" text={<Offer invitation={invitation} />}>
      <p className="wrap-anywhere">
        It was sent to <Named>{invitation.email}</Named>
        {me && (
          <>
            , and you are signed in as <Named>{me}</Named>
          </>
        )}
        . Use an account with that address, or ask {invitation.invitedBy.name} to invite the one that you
        have.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button kind="primary" busy={leave.busy} onClick={leave.run} className="tall">
          Use another account
        </Button>
        <Link to="/projects" className="font-medium text-accent underline underline-offset-2">
          Stay with this one
        </Link>
      </div>
    </Entrance>
  )
}
