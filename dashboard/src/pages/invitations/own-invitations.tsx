import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Entrance } from '../accounts/entrance.tsx'
import { InvitationButtons } from './invitation-buttons.tsx'
import { GoOn } from './go-on.tsx'
import { Offer } from './offer.tsx'
import { ownInvitationsQuery } from './queries.ts'

/** What waits for an answer of whoever is signed in, with no link needed. */
export function OwnInvitations() {
  const query = useQuery(ownInvitationsQuery)
  if (query.isPending) return <Entrance title="Your invitations" text="One moment…" />
  if (!query.data)
    return (
      <Entrance title="Your invitations">
        <FormMessage>{query.error.message}</FormMessage>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </Entrance>
    )
  const { items } = query.data
  if (items.length === 0)
    return (
      <Entrance
        title="No invitation waits for you"
        text="If you were invited with the address of this account, confirm that it is yours; or open the link in the mail."
      >
        <GoOn />
      </Entrance>
    )
  return (
    <Entrance title="Your invitations">
      <ul className="flex flex-col gap-3">
        {items.map((invitation) => (
          <li key={invitation.id} className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
            <p className="text-muted wrap-anywhere">
              <Offer invitation={invitation} />
            </p>
            <InvitationButtons invitation={invitation} />
          </li>
        ))}
      </ul>
      <GoOn />
    </Entrance>
  )
}
