import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, anyOrganization, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'

export type Invitation = OutputOf<'invitations.list'>['items'][number]
export type InvitationStatus = Invitation['status']
/** An invitation as the invited user sees it. */
export type ReceivedInvitation = OutputOf<'invitations.look'>

export const invitationsQuery = (status?: InvitationStatus) =>
  pagesQuery(['invitations', { status }], (cursor, signal) =>
    call('invitations.list', { status, cursor, limit: 50 }, { signal }),
  )

/** The pending invitations of the signed-in user. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['own-invitations'],
  queryFn: ({ signal }) => call('invitations.listOwn', {}, { ...anyOrganization, signal }),
  // The user isn't subscribed to the events of the inviting organization yet.
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** The invitation of an email link. Its permissions depend on who is signed in. */
export const linkedInvitationQuery = (secret: string, session: string | null) =>
  queryOptions({
    queryKey: ['linked-invitation', secret, session],
    queryFn: ({ signal }) => call('invitations.look', { token: secret }, { ...anyOrganization, signal }),
    retry: false,
  })
