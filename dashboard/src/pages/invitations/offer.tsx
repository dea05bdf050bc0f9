import type { ReactNode } from 'react'
import { asRole } from '../../roles.ts'
import type { ReceivedInvitation } from './queries.ts'

/** Who invites to what, in a sentence. */
export function Offer({ invitation }: { invitation: ReceivedInvitation }) {
  const { invitedBy, organization, role, team } = invitation
  return (
    <>
      <Named>{invitedBy.name}</Named> invites you to join <Named>{organization.name}</Named> as {asRole[role]}
      {team && (
        <>
          , in the team <Named>{team.name}</Named>
        </>
      )}
      .
    </>
  )
}

export function Named({ children }: { children: ReactNode }) {
  return <strong className="font-medium text-ink">{children}</strong>
}
