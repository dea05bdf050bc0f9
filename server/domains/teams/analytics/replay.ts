import type { Status } from '../../tasks/states.ts'

/** What the journal tells of a task or of its project, as far as it counts here. */
export type WorkEvent = TaskEvent | ProjectEvent

export interface TaskEvent {
  kind: 'task'
  task: string
  at: number
  deed: 'created' | 'changed' | 'purged'
  /** What it was made with, or what changed. */
  set: Partial<TaskFields>
  /** Who did it: of interest where it completes the task. */
  by: Doer | null
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

/** A person, or an agent with the person it worked for. */
export interface Doer {
  id: string
  onBehalfOf: string | null
}

/** How a task was from one moment until its next stage. */
export interface Stage extends TaskFields {
  from: number
  /** When it came into this status. */
  since: number
  /** When it was first in progress; null if it has not been. */
  startedAt: number | null
  /** Neither it nor its project is in the trash. */
  present: boolean
  by: Doer | null
}

/** A task's stages in the window and, if it is older, the one in which the window finds it. */
export interface History {
  task: string
  createdAt: number
  stages: Stage[]
}

/** What is known of a project's tasks so far. */
export interface Replay {
  windowStart: number
  projectDeleted: boolean
  histories: Map<string, History>
}

export function startReplay(windowStart: number): Replay {
  return { windowStart, projectDeleted: false, histories: new Map() }
}

/** Takes the next event of a project's journal. What is older than the window leaves nothing but the state it led to. */
export function replay(known: Replay, event: WorkEvent): void {
  if (event.kind === 'project') {
    known.projectDeleted = event.deleted
    for (const history of known.histories.values()) advance(known, history, event.at, {}, null)
  } else if (event.deed === 'created') {
    known.histories.set(event.task, newHistory(known, event))
  } else {
    const history = known.histories.get(event.task)
    if (!history) return
    if (event.deed === 'purged' && event.at < known.windowStart) known.histories.delete(event.task)
    else advance(known, history, event.at, event.set, event.by)
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
  by: Doer | null,
): void {
  const last = stages.at(-1)!
  const fields: TaskFields = {
    status: set.status ?? last.status,
    estimate: set.estimate === undefined ? last.estimate : set.estimate,
    assignee: set.assignee === undefined ? last.assignee : set.assignee,
    deleted: set.deleted ?? last.deleted,
  }
  // A transaction's time is that of its beginning: one that had to wait may come after a later one, by a moment.
  const from = Math.max(at, last.from)
  const since = fields.status === last.status ? last.since : from
  const startedAt = last.startedAt ?? (fields.status === 'in_progress' ? from : null)
  if (from < windowStart) stages.length = 0
  stages.push({ ...fields, from, since, startedAt, present: isPresent(fields, projectDeleted), by })
}

function isPresent({ deleted }: TaskFields, projectDeleted: boolean): boolean {
  return !deleted && !projectDeleted
}
