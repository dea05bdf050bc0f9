import { asRole } from '../../roles.ts'
import type { ReceivedInvitation } from './queries.ts'
import { texts } from './texts.ts'

/** Describes an invitation in one sentence. */
export function Offer({ invitation }: { invitation: ReceivedInvitation }) {
  const { invitedBy, organization, role, team } = invitation
  return texts.offer(invitedBy.name, organization.name, asRole[role], team?.name)
}
