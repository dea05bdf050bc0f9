import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { type Repo, reposQuery } from './queries.ts'
import { texts } from './texts.ts'

const { repoChanges } = texts

/** Syncs a repository. Takes as long as its git server needs. */
export function useSyncRepo(project: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Repo) => call('repos.sync', { repo: id }),
    onSuccess: ({ name, failure }) =>
      showToast(failure === null ? { text: repoChanges.synced(name) } : { text: failure, tone: 'danger' }),
    onError: showProblem,
    onSettled: () => cache.invalidateQueries({ queryKey: reposQuery(project).queryKey }),
  })
}

export function useDeleteRepo(project: string) {
  const keys = [reposQuery(project).queryKey]
  const restore = useChange({
    keys,
    show: () => {},
    send: ({ id }: Repo) => call('trash.restore', { kind: 'repo', item: id }),
    done: (_, { name }) => showToast({ text: repoChanges.restored(name) }),
  })
  return useChange({
    keys,
    show: (cache, { id }: Repo) =>
      cache.setQueryData(reposQuery(project).queryKey, (all) => all?.filter((each) => each.id !== id)),
    send: ({ id }) => call('repos.delete', { repo: id }),
    done: (_, repo) =>
      showToast({ text: repoChanges.disconnected(repo.name), undo: () => restore.mutate(repo) }),
  })
}
