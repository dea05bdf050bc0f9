import type { InputOf } from '../../server/assembly/client.ts'
import type { AgentName, PersonName } from './people.ts'

export type Worker = PersonName | AgentName
type TaskFields = Omit<InputOf<'tasks.create'>, 'project' | 'title' | 'assignee'>

/** A task that is complete: its title, who did it, and optionally its fields and completion notes. */
export type DoneTask = [title: string, by: Worker, fields?: TaskFields & { notes?: string }]
/** A task that is still open, with who works on it, if anyone. */
export type OpenTask = [title: string, by: Worker | null, fields?: TaskFields & { daysLeft?: number }]

/** An epic with the titles of its tasks by story. Without `daysLeft` it has no due date. */
export interface DemoEpic {
  title: string
  description: string
  /** Days ago. */
  created: number
  daysLeft?: number
  status: 'planned' | 'active' | 'complete'
  stories: Record<string, string[]>
}

export interface DemoProject {
  name: string
  key: string
  description: string
  lead: PersonName
  epics: DemoEpic[]
  done: DoneTask[]
  open: OpenTask[]
  /** Dependencies: the first task blocks the second. */
  before: [first: string, then: string][]
}
