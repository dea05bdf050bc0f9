import type { OperationId } from '../../../../server/assembly/client.ts'
import { kindNames as featureKinds } from '../features/names.ts'
import { kindNames as memoryKinds } from '../memory/names.ts'
import { statusNames as specStatuses } from '../specs/queries.ts'
import { groupStatusNames, priorityNames, statusNames, typeNames } from '../tasks/names.ts'
import type { Conflict } from './queries.ts'
import { texts } from './texts.ts'

type Kind = Conflict['kind']

/** How a field is edited. Fields without an editor only offer the two values. */
export type Editor = 'markdown' | 'line' | 'date' | 'number' | 'list' | 'choice' | 'assignee'

const editors: Record<string, Editor | undefined> = {
  description: 'markdown',
  content: 'markdown',
  context: 'markdown',
  rationale: 'markdown',
  instructions: 'markdown',
  title: 'line',
  name: 'line',
  role: 'line',
  model: 'line',
  dueAt: 'date',
  estimate: 'number',
  importance: 'number',
  dailyBudget: 'number',
  labels: 'list',
  tags: 'list',
  assignee: 'assignee',
}

/** The names of the values of fields with few values. */
const choices: Partial<Record<Kind, Record<string, Record<string, string> | undefined>>> = {
  task: { status: statusNames, priority: priorityNames, type: typeNames },
  epic: { status: groupStatusNames },
  story: { status: groupStatusNames },
  feature: { kind: featureKinds },
  memory: { kind: memoryKinds },
  spec: { status: specStatuses },
}

export function editorOf(kind: Kind, field: string): Editor | undefined {
  return choicesOf(kind, field) ? 'choice' : editors[field]
}

export function choicesOf(kind: Kind, field: string): Record<string, string> | undefined {
  return choices[kind]?.[field]
}

export function fieldName(field: string): string {
  return texts.fields[field] ?? field
}

/** The operation that stores a field. It limits the length of texts. */
export const updates: Record<Kind, OperationId> = {
  project: 'projects.update',
  epic: 'epics.update',
  story: 'stories.update',
  task: 'tasks.update',
  feature: 'features.update',
  note: 'notes.update',
  skill: 'skills.update',
  agent: 'agents.update',
  memory: 'memories.update',
  decision: 'decisions.update',
  spec: 'specs.update',
  session: 'sessions.update',
  ai_session: 'aiSessions.rename',
}
