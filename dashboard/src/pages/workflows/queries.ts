import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'

export type Workflow = OutputOf<'workflows.list'>['items'][number]
export type WorkflowGate = Workflow['gates'][number]
export type Requirement = WorkflowGate['requirements'][number]

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  // All of them: an organization has a hundred at most.
  queryFn: async ({ signal }) => (await call('workflows.list', {}, { signal })).items,
})
