import { useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type InputOf, call } from '../../client.ts'
import { sessionKeys } from '../../live/refresh-changed.ts'
import { showToast } from '../../ui/toasts.ts'
import { type Session, type SessionDetails, sessionQuery } from './queries.ts'

export function useUpdateSession({ id, version }: Pick<Session, 'id' | 'version'>) {
  return useChange({
    keys: sessionKeys,
    show: (cache, set: Pick<SessionDetails, 'goals'> | Pick<SessionDetails, 'title'>) =>
      cache.setQueryData(sessionQuery(id).queryKey, (known) => known && { ...known, ...set }),
    // What was ticked off meanwhile by its agent must not be wiped out.
    send: (set, cache) => {
      const known = cache.getQueryData(sessionQuery(id).queryKey)
      return call('sessions.update', { session: id, ...set }, { ifMatch: known?.version ?? version })
    },
    failed: () => 'The session was not changed.',
  })
}

export function useEndSession({ id, title }: Pick<Session, 'id' | 'title'>) {
  const refresh = useRefreshSessions()
  return async (set: Omit<InputOf<'sessions.end'>, 'session'>): Promise<void> => {
    await call('sessions.end', { session: id, ...set })
    showToast({ text: set.as === 'paused' ? `${title} is paused.` : `${title} has ended.` })
    refresh()
  }
}

export function useDeleteSession() {
  const restore = useChange({
    keys: sessionKeys,
    show: () => {},
    send: ({ id }: Pick<Session, 'id' | 'title'>) => call('trash.restore', { kind: 'session', item: id }),
    done: (_, { title }) => showToast({ text: `${title} is back.` }),
  })
  return useChange({
    keys: sessionKeys,
    show: () => {},
    send: ({ id }: Pick<Session, 'id' | 'title'>) => call('sessions.delete', { session: id }),
    done: (_, session) =>
      showToast({ text: `Deleted ${session.title}.`, undo: () => restore.mutate(session) }),
  })
}

export function useRefreshSessions(): () => void {
  const cache = useQueryClient()
  return () => {
    for (const queryKey of [...sessionKeys, ['memories'], ['agent']])
      void cache.invalidateQueries({ queryKey })
  }
}
