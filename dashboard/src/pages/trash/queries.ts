import { type InputOf, type OutputOf, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'

export type Trashed = OutputOf<'trash.list'>['items'][number]
export type TrashFilter = Pick<InputOf<'trash.list'>, 'kind' | 'project'>

export const trashQuery = (filter: TrashFilter) =>
  pagesQuery(['trash', filter], (cursor, signal) =>
    call('trash.list', { limit: 100, cursor, ...filter }, { signal }),
  )
