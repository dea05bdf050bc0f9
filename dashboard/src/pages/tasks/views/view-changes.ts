import { useChange } from '../../../change.ts'
import { type InputOf, type OutputOf, call } from '../../../client.ts'
import { viewsQuery } from '../../../queries.ts'
import { showToast } from '../../../ui/toasts.ts'
import type { TaskView } from '../task-filter.ts'
import { texts } from './texts.ts'

const { viewChanges } = texts

export type View = OutputOf<'views.list'>['items'][number]
export type Layout = 'list' | 'board'

/** Whether the current filter and layout match a view. Views without a layout match both layouts. */
export function isShown({ query: { layout, ...query } }: View, filter: TaskView, shown: Layout): boolean {
  return (layout ?? shown) === shown && canonicalJson(query) === canonicalJson(filter)
}

export function useUpdateView(slug: string) {
  const { queryKey } = viewsQuery(slug)
  return useChange({
    kinds: ['view'],
    project: slug,
    show: (cache, { view, ...set }: Omit<InputOf<'views.update'>, 'query'>) =>
      cache.setQueryData(queryKey, (views) =>
        views?.map((each) => (each.id === view ? { ...each, ...(set as Partial<View>) } : each)),
      ),
    send: (input) => call('views.update', input),
    failed: () => viewChanges.updateFailed,
  })
}

export function useDeleteView(slug: string) {
  const { queryKey } = viewsQuery(slug)
  const recreate = useChange({
    kinds: ['view'],
    project: slug,
    send: ({ name, query, shared }: View) => call('views.create', { project: slug, name, query, shared }),
    done: ({ name }) => showToast({ text: viewChanges.restored(name) }),
  })
  return useChange({
    kinds: ['view'],
    project: slug,
    show: (cache, removed: View) =>
      cache.setQueryData(queryKey, (views) => views?.filter(({ id }) => id !== removed.id)),
    send: ({ id }) => call('views.delete', { view: id }),
    failed: ({ name }) => viewChanges.deleteFailed(name),
    done: (_, view) => showToast({ text: viewChanges.deleted(view.name), undo: () => recreate.mutate(view) }),
  })
}

function canonicalJson(filter: object): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined)
  return JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
