import type { InputOf, OutputOf } from '../../client.ts'
import { readPages } from '../../read.ts'

export type Trashed = OutputOf<'trash.list'>['items'][number]
export type TrashFilter = Pick<InputOf<'trash.list'>, 'kind' | 'project'>

export const trashQuery = (filter: TrashFilter) => readPages('trash.list', { limit: 100, ...filter })
