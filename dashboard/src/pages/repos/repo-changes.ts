import { useMutation } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type InputOf, type OutputOf, call } from '../../client.ts'
import { readAll } from '../../read.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { refreshKinds, write } from '../../write.ts'
import { texts } from './texts.ts'

const { repoChanges } = texts

export type Repo = OutputOf<'repos.list'>['items'][number]
export type RepoDetails = OutputOf<'repos.get'>
export type PullRequest = OutputOf<'repos.listPullRequests'>['items'][number]

/** Connects a repository, and then syncs it, so that its page has contents. */
export async function connectRepo(input: InputOf<'repos.connect'>): Promise<void> {
  const repo = await write('repos.connect', input)
  showToast({ text: texts.connectDialog.connected(repo.name) })
  // The repository is connected even if it can't be read yet. Its row shows why.
  void call('repos.sync', { repo: repo.id })
    .catch(showProblem)
    .finally(() => refreshKinds('repo'))
}

/** Syncs a repository. Takes as long as its git server needs. */
export function useSyncRepo() {
  return useMutation({
    mutationFn: ({ id }: Pick<Repo, 'id'>) => call('repos.sync', { repo: id }),
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
