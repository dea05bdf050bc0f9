import { useChange } from '../../../change.ts'
import { type OutputOf, call } from '../../../client.ts'
import { taskKeys } from '../../../live/refresh-changed.ts'
import { taskQuery } from '../../../queries.ts'
import { showToast } from '../../../ui/toasts.ts'

export type Link = OutputOf<'tasks.get'>['dependencies'][number]
export type LinkKind = Link['kind']

/** What the opened task is to the other one. */
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

export function useAddLink(slug: string, key: string, refused: (sentence: string) => void) {
  return useChange({
    keys: taskKeys(slug),
    show: (cache, link: LinkChange) =>
      cache.setQueryData(
        taskQuery(slug, key).queryKey,
        (opened) => opened && { ...opened, dependencies: [...(opened.dependencies ?? []), link] },
      ),
    send: ({ kind, task }) => call('dependencies.add', { task: key, kind, other: task.key }),
    // A cycle is told with the tasks in it: that belongs beside where it was tried.
    refused: (error) => refused(sentenceOf(error)),
  })
}

export function useRemoveLink(slug: string, key: string) {
  const again = useAddLink(slug, key, (text) => showToast({ text, tone: 'danger' }))
  return useChange({
    keys: taskKeys(slug),
    show: (cache, gone: LinkChange) =>
      cache.setQueryData(
        taskQuery(slug, key).queryKey,
        (opened) =>
          opened && {
            ...opened,
            dependencies: opened.dependencies?.filter(
              ({ kind, task }) => kind !== gone.kind || task.id !== gone.task.id,
            ),
          },
      ),
    send: ({ kind, task }) => call('dependencies.remove', { task: key, kind, other: task.key }),
    done: (_, link) =>
      showToast({
        text: `${key} is no longer linked to ${link.task.key}.`,
        undo: () => again.mutate(link),
      }),
  })
}

/** A refusal of the field says more than that there is one. */
function sentenceOf(error: Error & { errors?: { message: string }[] }): string {
  return error.errors?.[0]?.message ?? error.message
}
