import type { InputOf, OutputOf } from '../../../client.ts'
import { readFilteredPages } from '../../../read.ts'
import { asText, oneOf, searchOf } from '../../../routes/search.ts'
import { issueStates } from '../../issues/queries.ts'

export type AdminIssue = OutputOf<'issues.listAll'>['items'][number]
export type AdminIssueDetails = OutputOf<'issues.getAny'>

/** The filter value for issues without an assignee. */
export const unassigned = 'none'

export const readAdminIssueSearch = searchOf({ state: oneOf(issueStates), assignee: asText, q: asText })
export type AdminIssueSearch = ReturnType<typeof readAdminIssueSearch>

export function filterOf({ state, assignee, q }: AdminIssueSearch): InputOf<'issues.listAll'> {
  const search = q?.trim().slice(0, 200)
  return { ...(state && { state: [state] }), ...(assignee && { assignee }), ...(search && { search }) }
}

export const adminIssuesQuery = (search: AdminIssueSearch) =>
  readFilteredPages('issues.listAll', filterOf(search))
