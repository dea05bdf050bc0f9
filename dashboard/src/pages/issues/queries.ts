import type { OutputOf } from '../../client.ts'
import { readFilteredPages } from '../../read.ts'
import { oneOf, searchOf } from '../../routes/search.ts'
import { texts } from './texts.ts'

export type Issue = OutputOf<'issues.list'>['items'][number]
export type IssueDetails = OutputOf<'issues.get'>
export type IssueState = Issue['state']

export const issueStates = Object.keys(texts.states) as IssueState[]

export const readIssueSearch = searchOf({ state: oneOf(issueStates) })
export type IssueSearch = ReturnType<typeof readIssueSearch>

export const issuesQuery = ({ state }: IssueSearch) =>
  readFilteredPages('issues.list', state ? { state: [state] } : {})
