import { nextStatuses } from '../../../../server/domains/knowledge/specs/tables.ts'
import type { InputOf, OutputOf } from '../../client.ts'
import { readFilteredPages } from '../../read.ts'
import { oneOf, searchOf, asText } from '../../routes/search.ts'

export type ListedSpec = OutputOf<'specs.list'>['items'][number]
export type Spec = OutputOf<'specs.get'>
export type SpecFilter = Pick<InputOf<'specs.list'>, 'project' | 'status'>

/** Statuses in workflow order. */
export const statusNames: Record<Spec['status'], string> = {
  draft: 'Draft',
  review: 'In review',
  approved: 'Approved',
  archived: 'Archived',
}

export const statuses = Object.keys(statusNames) as Spec['status'][]

/** Returns the current status and the statuses that can follow it. */
export function statusesFrom(status: Spec['status']): Spec['status'][] {
  return statuses.filter((each) => each === status || nextStatuses[status].includes(each))
}

/** Reads the filters from the URL. */
export const readSpecSearch = searchOf({ which: oneOf(statuses), of: asText })
export type SpecSearch = ReturnType<typeof readSpecSearch>

export function filterOf({ which, of }: SpecSearch): SpecFilter {
  return { status: which ? [which] : ['draft', 'review', 'approved'], ...(of && { project: of }) }
}

export const specsQuery = (filter: SpecFilter) => readFilteredPages('specs.list', { limit: 100, ...filter })
