import { useChange } from '../../change.ts'
import { type OutputOf, call } from '../../client.ts'
import { readAll } from '../../read.ts'
import type { ShareRole } from '../../roles.ts'
import { showToast } from '../../ui/toasts.ts'
import { texts } from './texts.ts'

const { shareList } = texts

export type Share = OutputOf<'projects.listShares'>['items'][number]

export const sharesQuery = (slug: string) => readAll('projects.listShares', { project: slug, limit: 200 })

/** The input fields that name the user or team of a share. */
export const shareTarget = ({ user, team }: Pick<Share, 'user' | 'team'>) =>
  user ? { user: user.id } : { team: team!.id }

export const nameOf = ({ user, team }: Pick<Share, 'user' | 'team'>) => user?.name ?? team!.name

export function useChangeShare(slug: string) {
  return useChange({
    kinds: ['project'],
    project: slug,
    show: (cache, { share, role }: { share: Share; role: ShareRole }) =>
      cache.setQueryData(sharesQuery(slug).queryKey, (shares) =>
        shares?.map((each) => (each.id === share.id ? { ...each, role } : each)),
      ),
    send: ({ share, role }) => call('projects.share', { project: slug, role, ...shareTarget(share) }),
    done: (_, { share, role }) =>
      showToast({
        text: role === 'editor' ? shareList.canEdit(nameOf(share)) : shareList.canView(nameOf(share)),
      }),
  })
}

export function useRemoveShare(slug: string) {
  const restore = useChangeShare(slug)
  return useChange({
    kinds: ['project'],
    project: slug,
    show: (cache, share: Share) =>
      cache.setQueryData(sharesQuery(slug).queryKey, (shares) => shares?.filter(({ id }) => id !== share.id)),
    send: (share) => call('projects.unshare', { project: slug, ...shareTarget(share) }),
    done: (_, share) =>
      showToast({
        text: shareList.removed(nameOf(share)),
        undo: () => restore.mutate({ share, role: share.role }),
      }),
  })
}
