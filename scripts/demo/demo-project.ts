import type { InputOf } from '../../server/assembly/client.ts'
import type { AgentName, PersonName } from './people.ts'

export type Worker = PersonName | AgentName
type TaskFields = Omit<InputOf<'tasks.create'>, 'project' | 'title' | 'assignee'>

/** A task that is complete: its title, who did it, and optionally its fields and completion notes. */
export type DoneTask = [title: string, by: Worker, fields?: TaskFields & { notes?: string }]
/** A task that is still open, with who works on it, if anyone. */
export type OpenTask = [title: string, by: Worker | null, fields?: TaskFields & { daysLeft?: number }]

export interface DemoProject {
  name: string
  key: string
  description: string
  lead: PersonName
  epics: { title: string; description: string; stories: Record<string, string[]> }[]
  done: DoneTask[]
  open: OpenTask[]
  /** Dependencies: the first task blocks the second. */
  before: [first: string, then: string][]
}
