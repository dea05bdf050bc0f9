import { useChange } from '../../../change.ts'
import { type InputOf, type OutputOf, call } from '../../../client.ts'
import type { TaskFilter } from '../../../queries.ts'
import { viewsQuery } from '../../../queries.ts'
import { showToast } from '../../../ui/toasts.ts'

export type View = OutputOf<'views.list'>['items'][number]
export type Layout = 'list' | 'board'

/** Whether this is what a view shows. Where it is shown counts only for those that say so. */
export function isShown({ query: { layout, ...query } }: View, filter: TaskFilter, shown: Layout): boolean {
  return (layout ?? shown) === shown && inOneOrder(query) === inOneOrder(filter)
}

export function useUpdateView(slug: string) {
  const { queryKey } = viewsQuery(slug)
  return useChange({
    keys: [queryKey],
    show: (cache, { view, ...set }: Omit<InputOf<'views.update'>, 'query'>) =>
      cache.setQueryData(queryKey, (views) =>
        views?.map((each) => (each.id === view ? { ...each, ...(set as Partial<View>) } : each)),
      ),
    send: (input) => call('views.update', input),
    failed: () => 'The view was not changed.',
  })
}

export function useDeleteView(slug: string) {
  const { queryKey } = viewsQuery(slug)
  const again = useChange({
    keys: [queryKey],
    show: () => {},
    send: ({ name, query, shared }: View) => call('views.create', { project: slug, name, query, shared }),
    done: ({ name }) => showToast({ text: `The view “${name}” is back.` }),
  })
  return useChange({
    keys: [queryKey],
    show: (cache, gone: View) =>
      cache.setQueryData(queryKey, (views) => views?.filter(({ id }) => id !== gone.id)),
    send: ({ id }) => call('views.delete', { view: id }),
    failed: ({ name }) => `The view “${name}” was not deleted.`,
    done: (_, view) =>
      showToast({ text: `Deleted the view “${view.name}”.`, undo: () => again.mutate(view) }),
  })
}

function inOneOrder(filter: object): string {
  const said = Object.entries(filter).filter(([, value]) => value !== undefined)
  return JSON.stringify(said.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
