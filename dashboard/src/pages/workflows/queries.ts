import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'

export type Workflow = OutputOf<'workflows.list'>['items'][number]
export type WorkflowGate = Workflow['gates'][number]
export type Requirement = WorkflowGate['requirements'][number]

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  // One page is enough: an organization has up to 100 workflows.
  queryFn: async ({ signal }) => (await call('workflows.list', {}, { signal })).items,
})
