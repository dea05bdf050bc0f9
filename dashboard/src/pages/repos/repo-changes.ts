import { useMutation } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type OutputOf, call } from '../../client.ts'
import { readAll } from '../../read.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { refreshKinds } from '../../write.ts'
import { texts } from './texts.ts'

const { repoChanges } = texts

export type Repo = OutputOf<'repos.list'>['items'][number]

/** Syncs a repository. Takes as long as its git server needs. */
export function useSyncRepo() {
  return useMutation({
    mutationFn: ({ id }: Repo) => call('repos.sync', { repo: id }),
    onSuccess: ({ name, failure }) =>
      showToast(failure === null ? { text: repoChanges.synced(name) } : { text: failure, tone: 'danger' }),
    onError: showProblem,
    onSettled: () => refreshKinds('repo'),
  })
}

export function useDeleteRepo(project: string) {
  const restore = useChange({
    kinds: ['repo'],
    project,
    send: ({ id }: Repo) => call('trash.restore', { kind: 'repo', item: id }),
    done: (_, { name }) => showToast({ text: repoChanges.restored(name) }),
  })
  return useChange({
    kinds: ['repo'],
    project,
    show: (cache, { id }: Repo) =>
      cache.setQueryData(readAll('repos.list', { project }).queryKey, (all) =>
        all?.filter((each) => each.id !== id),
      ),
    send: ({ id }) => call('repos.delete', { repo: id }),
    done: (_, repo) =>
      showToast({ text: repoChanges.disconnected(repo.name), undo: () => restore.mutate(repo) }),
  })
}
