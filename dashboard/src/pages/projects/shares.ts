import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type OutputOf, call } from '../../client.ts'
import { allItems } from '../../pages-query.ts'
import type { ShareRole } from '../../roles.ts'
import { showToast } from '../../ui/toasts.ts'

export type Share = OutputOf<'projects.listShares'>['items'][number]

export const sharesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['shares', slug],
    queryFn: ({ signal }) =>
      allItems((cursor) => call('projects.listShares', { project: slug, limit: 200, cursor }, { signal })),
  })

/** With whom, as the API wants to be told: one of both. */
export const shareTarget = ({ user, team }: Pick<Share, 'user' | 'team'>) =>
  user ? { user: user.id } : { team: team!.id }

export const nameOf = ({ user, team }: Pick<Share, 'user' | 'team'>) => user?.name ?? team!.name

export function useChangeShare(slug: string) {
  return useChange({
    keys: [sharesQuery(slug).queryKey],
    show: (cache, { share, role }: { share: Share; role: ShareRole }) =>
      cache.setQueryData(sharesQuery(slug).queryKey, (shares) =>
        shares?.map((each) => (each.id === share.id ? { ...each, role } : each)),
      ),
    send: ({ share, role }) => call('projects.share', { project: slug, role, ...shareTarget(share) }),
    done: (_, { share, role }) =>
      showToast({ text: `${nameOf(share)} ${role === 'editor' ? 'works in' : 'reads'} it now.` }),
  })
}

export function useEndShare(slug: string) {
  const again = useChangeShare(slug)
  return useChange({
    keys: [sharesQuery(slug).queryKey],
    show: (cache, share: Share) =>
      cache.setQueryData(sharesQuery(slug).queryKey, (shares) => shares?.filter(({ id }) => id !== share.id)),
    send: (share) => call('projects.unshare', { project: slug, ...shareTarget(share) }),
    done: (_, share) =>
      showToast({
        text: `No longer shared with ${nameOf(share)}.`,
        undo: () => again.mutate({ share, role: share.role }),
      }),
  })
}
