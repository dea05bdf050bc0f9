import type { OutputOf } from '../../client.ts'
import { readAll } from '../../read.ts'

export type Workflow = OutputOf<'workflows.list'>['items'][number]
export type WorkflowGate = Workflow['gates'][number]
export type Requirement = WorkflowGate['requirements'][number]

export const workflowsQuery = readAll('workflows.list', {})
