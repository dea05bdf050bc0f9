import { z } from 'zod'
import { truncate, counted, fitting, lengthOf, roomOf, tokensOf } from '../../../operations/token-budget.ts'
import { Who } from '../../../operations/actor.ts'
import { Goal, type SeenSession, Session } from './session.ts'
import { ChangeSince } from './since/changes.ts'
import { DecisionSince } from './since/decisions.ts'
import { RelevantMemory } from './since/memory.ts'
import { OpenTask } from './since/work.ts'
import type { CheckpointRow } from './tables.ts'

const LeftOut = z.object({
  section: z.string(),
  count: z.int().describe('Number of omitted entries; for a text, of characters.'),
  how: z.string().describe('The tool call that returns the rest.'),
})

/** Everything that a client needs to continue a session. */
export const Resumed = z
  .object({
    session: z.object({
      ...Session.pick({ id: true, title: true, status: true, resumed: true, version: true }).shape,
      agent: z.string().nullable(),
      project: z.string().nullable().describe('Project slug.'),
      user: z.string(),
      lastSeenAt: z.iso.datetime().describe('Last activity before this call.'),
    }),
    activeElsewhere: z
      .object({ by: Who, lastSeenAt: z.iso.datetime() })
      .nullable()
      .describe('Who is active in it with another credential. Coordinate before you continue.'),
    goals: z.array(Goal),
    context: z.string(),
    checkpoint: z
      .object({ number: z.int(), summary: z.string(), at: z.iso.datetime() })
      .nullable()
      .describe('The last checkpoint.'),
    state: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The saved state; null if it exceeds maxTokens.'),
    tasks: z.array(OpenTask).describe('Open tasks of its agent or user, claimed ones first.'),
    decisions: z.array(DecisionSince).describe('Decisions since the last activity, newest first.'),
    memory: z.array(RelevantMemory).describe('Memory most relevant to the goals and context.'),
    changes: z.array(ChangeSince).describe('Other changes since the last activity, newest first.'),
    leftOut: z.array(LeftOut).describe('Sections that exceed maxTokens, and how to fetch them.'),
    tokens: z.int().describe('Length of this response in tokens of about 4 characters.'),
  })
  .meta({ id: 'ResumedSession' })

type Resumed = z.output<typeof Resumed>

interface Parts extends Pick<Resumed, 'tasks' | 'decisions' | 'changes' | 'memory'> {
  checkpoint: CheckpointRow | null
}

const lists = ['tasks', 'decisions', 'memory', 'changes'] as const

const resumeWith = (tokens: number) => `resume_session with maxTokens ${Math.min(50_000, tokens)}`
const fetchHints: Record<(typeof lists)[number], string> = {
  tasks: 'list_tasks with assignee',
  decisions: 'list_decisions',
  memory: 'search_memory',
  changes: 'list_activities',
}

/**
 * Fills the token budget by importance, goals and context first, and lists in `leftOut` what doesn't fit. Reserves room
 * for a `leftOut` entry per section until that section turns out to fit.
 */
export function fillBudget(
  session: SeenSession,
  activeElsewhere: Resumed['activeElsewhere'],
  { checkpoint, ...listed }: Parts,
  maxTokens: number,
): Resumed {
  const response: Resumed = {
    session: {
      id: session.id,
      title: session.title,
      status: 'active',
      resumed: session.resumed,
      version: session.version,
      agent: session.agent_name,
      project: session.project_slug,
      user: session.user_name,
      lastSeenAt: session.last_seen_at,
    },
    activeElsewhere,
    goals: [],
    context: '',
    checkpoint: null,
    state: null,
    tasks: [],
    decisions: [],
    memory: [],
    changes: [],
    leftOut: [],
    tokens: maxTokens,
  }
  const all = { ...response, ...listed, goals: session.goals, context: session.context, state: session.state }
  const resumeFully = resumeWith(tokensOf(all) + tokensOf(checkpoint) + 200)
  const reservedFor = (section: string, how: string) => lengthOf({ section, count: 99_999, how }) + 1
  let room = roomOf(maxTokens) - lengthOf(response)
  const sections = ['goals', 'context', 'checkpoint', 'state'].map(
    (section) => [section, resumeFully] as const,
  )
  for (const [section, how] of [...sections, ...lists.map((name) => [name, fetchHints[name]] as const)])
    room -= reservedFor(section, how)

  /** Subtracts what a section used, and releases its reservation if nothing is missing. */
  function settle(section: string, how: string, used: number, missing: number): void {
    room -= used
    if (missing > 0) response.leftOut.push({ section, count: missing, how })
    else room += reservedFor(section, how)
  }

  const goals = fitting(session.goals, room)
  response.goals = goals.kept
  settle('goals', resumeFully, goals.used, goals.left)

  response.context = truncate(session.context, room)
  const cut = response.context === session.context ? 0 : session.context.length - response.context.length + 1
  settle('context', resumeFully, lengthOf(response.context), cut)

  const brief = checkpoint && {
    number: checkpoint.number,
    summary: checkpoint.summary,
    at: checkpoint.created_at,
  }
  const isCheckpointIn = brief === null || lengthOf(brief) <= room
  if (isCheckpointIn) response.checkpoint = brief
  settle('checkpoint', resumeFully, isCheckpointIn ? lengthOf(brief) : 0, isCheckpointIn ? 0 : 1)

  const isStateIn = lengthOf(session.state) <= room
  if (isStateIn) response.state = session.state
  settle('state', resumeFully, isStateIn ? lengthOf(session.state) : 0, isStateIn ? 0 : 1)

  for (const name of lists) {
    const { kept, left, used } = fitting<unknown>(listed[name], room)
    Object.assign(response, { [name]: kept })
    settle(name, fetchHints[name], used, left)
  }
  return counted(response)
}
