import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { meQuery } from '../queries.ts'
import { createStore, useStore } from '../ui/store.ts'

/** Which project somebody has open, and which of its items. */
export interface PresenceLocation {
  project: string
  item: string | null
}

/** Somebody of the organization who has a page open. */
export interface Present {
  user: { id: string; name: string; username: string | null; avatarUrl: string | null }
  status: 'online' | 'away'
  place: PresenceLocation | null
}

/** What the hub said last of who is here. Nobody, while it is not known. */
export const present = createStore<Present[]>([])

/** What this tab says of its own person. */
export const ownPresence = createStore<OwnPresence>({ status: 'online', place: null })

interface OwnPresence {
  status: Present['status']
  place: { project: string; item?: string } | null
}

/** The others who are here: anywhere, or at this place. Whoever is away comes last. */
export function useOthersHere(project?: string, item?: string): Present[] {
  const everybody = useStore(present)
  const me = useQuery(meQuery).data?.user.id
  return useMemo(() => {
    const there = everybody.filter(
      ({ user, place }) =>
        user.id !== me &&
        (project === undefined || place?.project === project) &&
        (item === undefined || place?.item === item),
    )
    return there.toSorted(
      (one, other) => rank(one) - rank(other) || (one.user.name < other.user.name ? -1 : 1),
    )
  }, [everybody, me, project, item])
}

const rank = ({ status }: Present) => (status === 'online' ? 0 : 1)
