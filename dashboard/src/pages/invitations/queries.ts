import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, anyOrganization, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'

export type Invitation = OutputOf<'invitations.list'>['items'][number]
export type InvitationStatus = Invitation['status']
/** One as those see it who were invited. */
export type ReceivedInvitation = OutputOf<'invitations.look'>

export const invitationsQuery = (status?: InvitationStatus) =>
  pagesQuery(['invitations', { status }], (cursor, signal) =>
    call('invitations.list', { status, cursor, limit: 50 }, { signal }),
  )

/** Those that wait for an answer of whoever is signed in. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['own-invitations'],
  queryFn: ({ signal }) => call('invitations.listOwn', {}, { ...anyOrganization, signal }),
  // The feed of the organization that invites is not theirs yet.
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/** What a link from a mail is about. Who looks at it decides what can be done with it. */
export const linkedInvitationQuery = (secret: string, session: string | null) =>
  queryOptions({
    queryKey: ['linked-invitation', secret, session],
    queryFn: ({ signal }) => call('invitations.look', { token: secret }, { ...anyOrganization, signal }),
    retry: false,
  })
