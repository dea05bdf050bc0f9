import { useChange } from '../../../change.ts'
import { type OutputOf, call } from '../../../client.ts'
import { taskQuery } from '../../../queries.ts'
import { showToast } from '../../../ui/toasts.ts'
import { texts } from './texts.ts'

export type Link = OutputOf<'tasks.get'>['dependencies'][number]
export type LinkKind = Link['kind']

/** How the open task relates to the other one. */
export const linkNames: Record<LinkKind, string> = {
  blocked_by: 'Blocked by',
  blocks: 'Blocks',
  relates: 'Relates to',
  duplicates: 'Duplicates',
  duplicated_by: 'Duplicated by',
}

interface LinkChange {
  kind: LinkKind
  task: Link['task']
}

export function useAddLink(slug: string, key: string, onRejected: (message: string) => void) {
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, link: LinkChange) =>
      cache.setQueryData(
        taskQuery(key).queryKey,
        (opened) => opened && { ...opened, dependencies: [...(opened.dependencies ?? []), link] },
      ),
    send: ({ kind, task }) => call('dependencies.add', { task: key, kind, other: task.key }),
    // Shown beside the field: the error about a cycle names its tasks.
    onRejected: (error) => onRejected(messageOf(error)),
  })
}

export function useRemoveLink(slug: string, key: string) {
  const restore = useAddLink(slug, key, (text) => showToast({ text, tone: 'danger' }))
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, removed: LinkChange) =>
      cache.setQueryData(
        taskQuery(key).queryKey,
        (opened) =>
          opened && {
            ...opened,
            dependencies: opened.dependencies?.filter(
              ({ kind, task }) => kind !== removed.kind || task.id !== removed.task.id,
            ),
          },
      ),
    send: ({ kind, task }) => call('dependencies.remove', { task: key, kind, other: task.key }),
    done: (_, link) =>
      showToast({
        text: texts.taskLinks.unlinked(key, link.task.key),
        undo: () => restore.mutate(link),
      }),
  })
}

/** Prefers the error of the field, which is more specific. */
function messageOf(error: Error & { errors?: { message: string }[] }): string {
  return error.errors?.[0]?.message ?? error.message
}
