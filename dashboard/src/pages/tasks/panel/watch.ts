import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../../change.ts'
import { type OutputOf, call } from '../../../client.ts'
import { meQuery } from '../../../queries.ts'
import { read } from '../../../read.ts'
import { texts } from './texts.ts'

export type Watcher = OutputOf<'watchers.list'>['items'][number]

export const watchersQuery = (task: string) => read('watchers.list', { task })

/** Starts or stops watching a task. */
export function useWatch(task: string) {
  const me = useQuery(meQuery).data?.user
  return useChange({
    kinds: ['watcher'],
    show: (cache, watches: boolean) =>
      cache.setQueryData(watchersQuery(task).queryKey, (list) => {
        if (!list || !me) return list
        const others = list.items.filter(({ id }) => id !== me.id)
        const { id, name, username, avatarUrl } = me
        const self: Watcher = { id, name, username, avatarUrl, since: new Date().toISOString() }
        return { ...list, watching: watches, items: watches ? [...others, self] : others }
      }),
    send: (watches) => call(watches ? 'watchers.add' : 'watchers.remove', { task }),
    failed: (watches) => (watches ? texts.watchers.addFailed(task) : texts.watchers.removeFailed(task)),
  })
}
