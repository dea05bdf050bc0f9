import { useQuery } from '@tanstack/react-query'
import { texts as sharedTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Entrance } from '../accounts/entrance.tsx'
import { ContinueLink } from './continue-link.tsx'
import { InvitationButtons } from './invitation-buttons.tsx'
import { Offer } from './offer.tsx'
import { ownInvitationsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** Lists the pending invitations of the signed-in user, who needs no link here. */
export function OwnInvitations() {
  const { title, empty } = texts.ownInvitations
  const query = useQuery(ownInvitationsQuery)
  if (query.isPending) return <Entrance title={title} text={sharedTexts.oneMoment} />
  if (!query.data)
    return (
      <Entrance title={title}>
        <FormMessage>{query.error.message}</FormMessage>
        <Button onClick={() => void query.refetch()}>{sharedTexts.tryAgain}</Button>
      </Entrance>
    )
  const { items } = query.data
  if (items.length === 0)
    return (
      <Entrance {...empty}>
        <ContinueLink />
      </Entrance>
    )
  return (
    <Entrance title={title}>
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
      <ContinueLink />
    </Entrance>
  )
}
