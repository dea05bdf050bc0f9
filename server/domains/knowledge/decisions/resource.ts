import { type ResourceKind, mapPage, record, uriOf } from '../../../operations/resource.ts'
import { getDecision } from './get-decision.ts'
import { listDecisions } from './list-decisions.ts'

export const decisionResource: ResourceKind = {
  name: 'decision',
  title: 'Decision',
  description: 'A decision with its comments, and the decisions that it supersedes or that supersede it.',
  mimeType: 'application/json',
  async show(query, decision) {
    const shown = await query(getDecision, { decision })
    return record(uriOf('decision', shown.key), shown.title, shown)
  },
  complete: (query, page, { filled: { project } }) =>
    mapPage(query(listDecisions, { ...(project && { project }), ...page }), ({ key, title }) => [key, title]),
}
