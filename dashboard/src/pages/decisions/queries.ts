import type { InputOf, OutputOf } from '../../client.ts'
import { readFilteredPages } from '../../read.ts'
import { asText, oneOf, searchOf } from '../../routes/search.ts'

export type Decision = OutputOf<'decisions.list'>['items'][number]
export type DecisionDetails = OutputOf<'decisions.get'>
export type DecisionFilter = Pick<
  InputOf<'decisions.list'>,
  'project' | 'organizationWide' | 'status' | 'tag'
>

export const statusNames: Record<Decision['status'], string> = {
  proposed: 'Proposed',
  accepted: 'Accepted',
  rejected: 'Rejected',
  superseded: 'Superseded',
}

export const statuses = Object.keys(statusNames) as Decision['status'][]

/** The filter value for organization-wide decisions. Slugs can't contain an asterisk. */
export const organizationWide = '*all'

/** Reads the filters from the URL. */
export const readDecisionSearch = searchOf({ which: oneOf(statuses), tag: asText, of: asText })
export type DecisionSearch = ReturnType<typeof readDecisionSearch>

export function filterOf({ which, tag, of }: DecisionSearch): DecisionFilter {
  return {
    ...(which && { status: [which] }),
    ...(tag && { tag: [tag] }),
    ...(of === organizationWide ? { organizationWide: true } : of ? { project: of } : {}),
  }
}

export const decisionsQuery = (filter: DecisionFilter) =>
  readFilteredPages('decisions.list', { limit: 100, ...filter })
