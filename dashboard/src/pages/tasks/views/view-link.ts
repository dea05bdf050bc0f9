import { searchFor } from '../task-filter.ts'
import type { Layout, View } from './view-changes.ts'

/** Returns the page that shows a view. A view without a layout uses the given one. */
export function linkTo({ project, query: { layout, ...query } }: View, current: Layout = 'list') {
  return {
    to: (layout ?? current) === 'board' ? '/projects/$slug/board' : '/projects/$slug',
    params: { slug: project },
    search: searchFor(query),
  } as const
}
