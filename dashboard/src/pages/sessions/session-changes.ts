import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { read } from '../../read.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Session, SessionDetails } from './queries.ts'
import { texts } from './texts.ts'

export function useUpdateSession({ id, version }: Pick<Session, 'id' | 'version'>) {
  return useChange({
    kinds: ['session'],
    show: (cache, set: Pick<SessionDetails, 'goals'> | Pick<SessionDetails, 'title'>) =>
      cache.setQueryData(
        read('sessions.get', { session: id }).queryKey,
        (known) => known && { ...known, ...set },
      ),
    // Sends the latest known version, so that the agent's concurrent changes to goals aren't overwritten.
    send: (set, cache) => {
      const known = cache.getQueryData(read('sessions.get', { session: id }).queryKey)
      return call('sessions.update', { session: id, ...set }, { ifMatch: known?.version ?? version })
    },
    failed: () => texts.changes.updateFailed,
  })
}

export function useDeleteSession() {
  const restore = useChange({
    kinds: ['session'],
    send: ({ id }: Pick<Session, 'id' | 'title'>) => call('trash.restore', { kind: 'session', item: id }),
    done: (_, { title }) => showToast({ text: texts.changes.restored(title) }),
  })
  return useChange({
    kinds: ['session'],
    send: ({ id }: Pick<Session, 'id' | 'title'>) => call('sessions.delete', { session: id }),
    done: (_, session) =>
      showToast({ text: texts.changes.deleted(session.title), undo: () => restore.mutate(session) }),
  })
}
