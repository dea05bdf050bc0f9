import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Me } from '../client.ts'
import { read } from '../read.ts'

/** Returns the images of the members by their id. Guests can't list them, and see only their own. */
export function useImagesOfPeople(me: Me | undefined): ReadonlyMap<string, string | null> {
  const canList = me?.organization != null && me.organization.role !== 'guest'
  const images = useQuery({ ...read('members.listImages', {}), enabled: canList }).data?.images
  return useMemo(() => {
    const byUser = new Map<string, string | null>(images?.map(({ user, url }) => [user, url]))
    if (me) byUser.set(me.user.id, me.user.avatarUrl)
    return byUser
  }, [images, me])
}
