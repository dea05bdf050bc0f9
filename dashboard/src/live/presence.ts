import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { meQuery } from '../queries.ts'
import { createStore, useStore } from '../ui/store.ts'

/** The project that a member has open, and its open item. */
export interface PresenceLocation {
  project: string
  item: string | null
}

/** A member of the organization who has a page open. */
export interface Present {
  user: { id: string; name: string; username: string | null; avatarUrl: string | null }
  status: 'online' | 'away'
  place: PresenceLocation | null
}

/** The online members that the hub reported last. Empty while disconnected. */
export const onlineMembers = createStore<Present[]>([])

/** The presence that this tab reports. */
export const ownPresence = createStore<OwnPresence>({ status: 'online', place: null })

interface OwnPresence {
  status: Present['status']
  place: { project: string; item?: string } | null
}

/** Returns other online members, optionally only those in a project or item. Members who are away come last. */
export function useOthersOnline(project?: string, item?: string): Present[] {
  const members = useStore(onlineMembers)
  const me = useQuery(meQuery).data?.user.id
  return useMemo(() => {
    const others = members.filter(
      ({ user, place }) =>
        user.id !== me &&
        (project === undefined || place?.project === project) &&
        (item === undefined || place?.item === item),
    )
    return others.toSorted(
      (one, other) => rank(one) - rank(other) || (one.user.name < other.user.name ? -1 : 1),
    )
  }, [members, me, project, item])
}

const rank = ({ status }: Present) => (status === 'online' ? 0 : 1)
