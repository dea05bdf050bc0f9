import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { showToast } from '../../ui/toasts.ts'
import { type AiSession, aiSessionQuery } from './queries.ts'
import { texts } from './texts.ts'

const { changes } = texts

export function useRename({ id }: Pick<AiSession, 'id'>) {
  return useChange({
    kinds: ['ai_session'],
    show: (cache, title: string) =>
      cache.setQueryData(aiSessionQuery(id).queryKey, (known) => known && { ...known, title }),
    send: (title) => call('aiSessions.rename', { aiSession: id, title }),
    failed: () => changes.renameFailed,
  })
}

export function useShare({ id, project }: Pick<AiSession, 'id' | 'project'>) {
  return useChange({
    kinds: ['ai_session'],
    show: (cache, shared: boolean) =>
      cache.setQueryData(aiSessionQuery(id).queryKey, (known) => known && { ...known, shared }),
    send: (shared) => call('aiSessions.share', { aiSession: id, shared }),
    done: (_, shared) => showToast({ text: shared ? changes.shared(project?.name ?? '') : changes.unshared }),
    failed: () => changes.shareFailed,
  })
}

export function useDelete() {
  const restore = useChange({
    kinds: ['ai_session'],
    send: ({ id }: Pick<AiSession, 'id' | 'title'>) =>
      call('trash.restore', { kind: 'ai_session', item: id }),
    done: (_, { title }) => showToast({ text: changes.restored(title) }),
  })
  return useChange({
    kinds: ['ai_session'],
    send: ({ id }: Pick<AiSession, 'id' | 'title'>) => call('aiSessions.delete', { aiSession: id }),
    done: (_, session) =>
      showToast({ text: changes.deleted(session.title), undo: () => restore.mutate(session) }),
  })
}
