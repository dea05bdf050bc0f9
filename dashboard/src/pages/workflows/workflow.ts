import type { OutputOf } from '../../client.ts'

export type Workflow = OutputOf<'workflows.list'>['items'][number]
export type WorkflowGate = Workflow['gates'][number]
export type Requirement = WorkflowGate['requirements'][number]
