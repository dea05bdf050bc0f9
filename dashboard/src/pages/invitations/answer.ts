import { useQueryClient } from '@tanstack/react-query'
import { anyOrganization, call } from '../../client.ts'
import { enterOrganization } from '../../switch-organization.ts'
import { storeLinkParameters } from '../../link-parameters.ts'
import { showToast } from '../../ui/toasts.ts'
import { type ReceivedInvitation, ownInvitationsQuery } from './queries.ts'

interface Answered {
  invitation: ReceivedInvitation
  /** From the link in the mail, for whoever has come by it. */
  secret?: string | undefined
}

interface Joining extends Answered {
  /** Before the page turns. */
  onJoined?: (organization: string) => void
}

/** Joins, and goes on in the organization that one is in now. */
export async function join({ invitation, secret, onJoined }: Joining): Promise<void> {
  const { organization } = await call('invitations.accept', input(invitation, secret), anyOrganization)
  onJoined?.(organization.name)
  storeLinkParameters('/invitation', {})
  enterOrganization(organization.id)
  showToast({ text: `You are in ${organization.name} now.` })
}

export function useDecline() {
  const cache = useQueryClient()
  return async ({ invitation, secret }: Answered) => {
    await call('invitations.decline', input(invitation, secret), anyOrganization)
    await cache.invalidateQueries({ queryKey: ownInvitationsQuery.queryKey })
  }
}

const input = ({ id }: ReceivedInvitation, secret: string | undefined) => ({
  invitation: id,
  ...(secret !== undefined && { token: secret }),
})
