import type { Status } from '../../work/tasks/states.ts'

/** A journal event that changes the analytics of a task or of its project. */
export type WorkEvent = TaskEvent | ProjectEvent

export interface TaskEvent {
  kind: 'task'
  task: string
  at: number
  action: 'created' | 'changed' | 'purged'
  /** The initial or changed fields. */
  set: Partial<TaskFields>
  /** The author of the change. Only used when the change completes the task. */
  by: Author | null
}

export interface ProjectEvent {
  kind: 'project'
  at: number
  deleted: boolean
}

export interface TaskFields {
  status: Status
  estimate: number | null
  /** The id of a person or an agent. */
  assignee: string | null
  deleted: boolean
}

/** A user, or an agent with the user it acts for. */
export interface Author {
  id: string
  onBehalfOf: string | null
}

/** The state of a task from one moment until its next stage. */
export interface Stage extends TaskFields {
  from: number
  /** Start of the current status. */
  since: number
  /** Time when the task was first in progress. Null if it never was. */
  startedAt: number | null
  /** True if neither the task nor its project is in the trash. */
  present: boolean
  by: Author | null
}

/** A task's stages in the window, preceded by the stage at the start of the window if the task is older. */
export interface History {
  task: string
  createdAt: number
  stages: Stage[]
}

/** The accumulated state of a project's tasks. */
export interface Replay {
  windowStart: number
  projectDeleted: boolean
  histories: Map<string, History>
}

export function startReplay(windowStart: number): Replay {
  return { windowStart, projectDeleted: false, histories: new Map() }
}

/** Applies the next event of a project's journal. Events before the window only keep the state that they led to. */
export function replay(state: Replay, event: WorkEvent): void {
  if (event.kind === 'project') {
    state.projectDeleted = event.deleted
    for (const history of state.histories.values()) advance(state, history, event.at, {}, null)
  } else if (event.action === 'created') {
    state.histories.set(event.task, newHistory(state, event))
  } else {
    const history = state.histories.get(event.task)
    if (!history) return
    if (event.action === 'purged' && event.at < state.windowStart) state.histories.delete(event.task)
    else advance(state, history, event.at, event.set, event.by)
  }
}

const unset: TaskFields = { status: 'todo', estimate: null, assignee: null, deleted: false }

function newHistory({ projectDeleted }: Replay, { task, at, set, by }: TaskEvent): History {
  const fields = { ...unset, ...set }
  const startedAt = fields.status === 'in_progress' ? at : null
  const present = isPresent(fields, projectDeleted)
  return { task, createdAt: at, stages: [{ ...fields, from: at, since: at, startedAt, present, by }] }
}

function advance(
  { projectDeleted, windowStart }: Replay,
  { stages }: History,
  at: number,
  set: Partial<TaskFields>,
  by: Author | null,
): void {
  const last = stages.at(-1)!
  const fields: TaskFields = {
    status: set.status ?? last.status,
    estimate: set.estimate === undefined ? last.estimate : set.estimate,
    assignee: set.assignee === undefined ? last.assignee : set.assignee,
    deleted: set.deleted ?? last.deleted,
  }
  // Rows carry the start time of their transaction, so one that waited for a lock can follow a slightly later one.
  const from = Math.max(at, last.from)
  const since = fields.status === last.status ? last.since : from
  const startedAt = last.startedAt ?? (fields.status === 'in_progress' ? from : null)
  if (from < windowStart) stages.length = 0
  stages.push({ ...fields, from, since, startedAt, present: isPresent(fields, projectDeleted), by })
}

function isPresent({ deleted }: TaskFields, projectDeleted: boolean): boolean {
  return !deleted && !projectDeleted
}
