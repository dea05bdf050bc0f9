import type { OutputOf } from '../../client.ts'
import { readFilteredPages } from '../../read.ts'
import { oneOf, searchOf } from '../../routes/search.ts'

export type Issue = OutputOf<'issues.list'>['items'][number]
export type IssueDetails = OutputOf<'issues.get'>
export type IssueState = Issue['state']

export const issueStates: IssueState[] = ['open', 'triaged', 'in_progress', 'resolved', 'closed']

export const readIssueSearch = searchOf({ state: oneOf(issueStates) })
export type IssueSearch = ReturnType<typeof readIssueSearch>

export const issuesQuery = ({ state }: IssueSearch) =>
  readFilteredPages('issues.list', state ? { state: [state] } : {})
