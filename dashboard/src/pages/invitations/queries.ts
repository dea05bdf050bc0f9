import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, anyOrganization } from '../../client.ts'
import { read, readPages } from '../../read.ts'

export type Invitation = OutputOf<'invitations.list'>['items'][number]
export type InvitationStatus = Invitation['status']
/** An invitation as the invited user sees it. */
export type ReceivedInvitation = OutputOf<'invitations.look'>

export const invitationsQuery = (status?: InvitationStatus) =>
  readPages('invitations.list', { status, limit: 50 })

/** The pending invitations of the signed-in user. */
export const ownInvitationsQuery = {
  ...read('invitations.listOwn', {}, anyOrganization),
  // The user isn't subscribed to the events of the inviting organization yet. The bootstrap just read it on a new page.
  staleTime: 5_000,
  refetchOnWindowFocus: true,
}

/** The invitation of an email link. Its permissions depend on who is signed in. */
export const linkedInvitationQuery = (secret: string, session: string | null) => {
  const { queryKey, queryFn } = read('invitations.look', { token: secret }, anyOrganization)
  return queryOptions({ queryKey: [...queryKey, session], queryFn, retry: false })
}
