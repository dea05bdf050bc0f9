import type { Actors } from './actors.ts'
import type { DemoEpic, DemoProject, DoneTask, OpenTask, Worker } from './demo-project.ts'
import type { AgentName, PersonName } from './people.ts'
import { type Timeline, daysAgo } from './timeline.ts'

const historyDays = 55
const hourMs = 3_600_000

/** The keys of the tasks, by title. */
export type Keys = Map<string, string>

/** Plans the work on a project over the last eight weeks. `order` shifts projects against each other. */
export function planWork(
  timeline: Timeline,
  actors: Actors,
  project: DemoProject,
  keys: Keys,
  order: number,
): void {
  const { lead, done, open, before, epics } = project
  const slug = project.name.toLowerCase().replaceAll(' ', '-')
  const call = actors.people[lead]
  const keyOf = (title: string) => keys.get(title)!
  timeline.at(daysAgo(historyDays + 1, 8 + order / 10), async () => {
    const { name, key, description } = project
    const { id } = await call('projects.create', { name, key, description })
    await call('preferences.update', { favoriteProjects: [id] })
  })
  const place: Place = { slug, lead, keys, storyOf: new Map() }
  for (const epic of epics) planEpic(timeline, actors, place, epic)
  for (const [index, task] of done.entries()) {
    // Earlier tasks take longer: the team gets faster.
    const created = historyDays - (index * (historyDays - 4)) / done.length
    planDone(timeline, actors, place, task, { created, variant: index + order })
  }
  for (const [index, task] of open.entries())
    planOpen(timeline, actors, place, task, { created: 12 - index, variant: index })
  timeline.at(daysAgo(2, 12 + order / 10), async () => {
    for (const [first, then] of before)
      await call('dependencies.add', { task: keyOf(first), kind: 'blocks', other: keyOf(then) })
  })
}

/** Plans an epic. Tasks that are created later join their story when they are created. */
function planEpic(
  timeline: Timeline,
  { people }: Actors,
  { slug, lead, keys, storyOf }: Place,
  { title, description, status, created, daysLeft, stories }: DemoEpic,
): void {
  const call = people[lead]
  timeline.at(daysAgo(created, 8), async () => {
    const dueAt = daysLeft === undefined ? {} : { dueAt: inDays(daysLeft) }
    const epic = await call('epics.create', { project: slug, title, description, status, ...dueAt })
    for (const [name, tasks] of Object.entries(stories)) {
      const { key } = await call('stories.create', { project: slug, epic: epic.key, title: name, status })
      for (const task of tasks) {
        storyOf.set(task, key)
        const known = keys.get(task)
        if (known) await call('tasks.update', { task: known, story: key })
      }
    }
  })
}

interface Place {
  slug: string
  lead: PersonName
  keys: Keys
  /** The keys of stories, by the titles of their tasks. */
  storyOf: Map<string, string>
}

interface Timing {
  /** Days ago. */
  created: number
  /** Varies hours and durations. */
  variant: number
}

function planDone(
  timeline: Timeline,
  actors: Actors,
  { slug, lead, keys, storyOf }: Place,
  [title, by, fields = {}]: DoneTask,
  { created, variant }: Timing,
): void {
  const { notes = 'Done and reviewed.', ...task } = fields
  const started = created - 0.5 - (variant % 3) / 2
  const finished = started - 0.5 - (variant % 5) * 0.7 - created / 40
  const createdAt = daysAgo(created, 8 + (variant % 4))
  const startedAt = Math.max(daysAgo(started, 9 + (variant % 7)), createdAt + hourMs)
  const finishedAt = Math.max(daysAgo(Math.max(finished, 0), 11 + (variant % 6)), startedAt + 2 * hourMs)
  timeline.at(createdAt, async () => {
    const story = storyOf.get(title)
    const { key } = await actors.people[lead]('tasks.create', {
      project: slug,
      title,
      ...task,
      ...(story && { story }),
    })
    keys.set(title, key)
  })
  const key = () => keys.get(title)!
  timeline.at(startedAt, () => start(actors, by, key()))
  timeline.at(finishedAt, () =>
    isAgent(by)
      ? actors.agents[by]('complete_task', { task: key(), notes })
      : actors.people[by]('tasks.complete', { task: key(), notes }),
  )
}

/** Starts a task. Agents claim it under a lease, people assign themselves. */
function start({ agents, people }: Actors, by: Worker, task: string): Promise<unknown> {
  if (isAgent(by)) return agents[by]('claim_task', { task, minutes: 240 })
  return people[by]('tasks.update', { task, status: 'in_progress', assignee: 'me' })
}

function planOpen(
  timeline: Timeline,
  actors: Actors,
  { slug, lead, keys, storyOf }: Place,
  [title, by, fields = {}]: OpenTask,
  { created, variant }: Timing,
): void {
  const { daysLeft, status, ...task } = fields
  const dueAt = daysLeft === undefined ? {} : { dueAt: inDays(daysLeft) }
  timeline.at(daysAgo(Math.max(created, 3), 9 + (variant % 8)), async () => {
    const isBacklog = status === 'backlog'
    const story = storyOf.get(title)
    const { key } = await actors.people[lead]('tasks.create', {
      project: slug,
      title,
      ...task,
      ...dueAt,
      ...(isBacklog && { status }),
      ...(story && { story }),
    })
    keys.set(title, key)
  })
  const key = () => keys.get(title)!
  const moved = daysAgo(1 + (variant % 3) / 2, 10 + (variant % 7))
  if (by && isAgent(by)) {
    timeline.at(moved, () => actors.people[lead]('tasks.update', { task: key(), assignee: by }))
    if (status === 'in_review')
      timeline.at(moved + 3 * hourMs, () => actors.agents[by]('update_task', { task: key(), status }))
  } else if (by) {
    timeline.at(moved, () =>
      actors.people[by]('tasks.update', { task: key(), assignee: 'me', ...(status && { status }) }),
    )
  } else if (status && status !== 'backlog') {
    timeline.at(moved, () => actors.people[lead]('tasks.update', { task: key(), status }))
  }
}

/** Returns 17:00 UTC a number of days from now. */
function inDays(days: number): string {
  const day = new Date(Date.now() + days * 24 * hourMs).toISOString().slice(0, 10)
  return `${day}T17:00:00Z`
}

function isAgent(worker: Worker): worker is AgentName {
  return /^[A-Z]/.test(worker)
}
