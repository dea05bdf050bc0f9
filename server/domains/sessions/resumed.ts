import { z } from 'zod'
import { truncate, counted, fitting, lengthOf, roomOf, tokensOf } from '../../operations/token-budget.ts'
import { Who } from '../activity/actor.ts'
import { Goal, type SeenSession, Session } from './session.ts'
import { ChangeSince } from './since/changes.ts'
import { DecisionSince } from './since/decisions.ts'
import { RelevantMemory } from './since/memory.ts'
import { OpenTask } from './since/work.ts'
import type { CheckpointRow } from './tables.ts'

const LeftOut = z.object({
  section: z.string(),
  count: z.int().describe('How many entries; of a text, how many characters.'),
  how: z.string().describe('How to get it.'),
})

/** All that is needed to go on. */
export const Resumed = z
  .object({
    session: z.object({
      ...Session.pick({ id: true, title: true, status: true, resumed: true, version: true }).shape,
      agent: z.string().nullable(),
      project: z.string().nullable().describe('The slug of its project.'),
      user: z.string(),
      lastSeenAt: z.iso.datetime().describe('When it was last seen before.'),
    }),
    activeElsewhere: z
      .object({ by: Who, lastSeenAt: z.iso.datetime() })
      .nullable()
      .describe('Somebody was at work in it, with another token: settle who goes on.'),
    goals: z.array(Goal),
    context: z.string(),
    checkpoint: z
      .object({ number: z.int(), summary: z.string(), at: z.iso.datetime() })
      .nullable()
      .describe('Where it stood last.'),
    state: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What was kept; null if it had no room here.'),
    tasks: z
      .array(OpenTask)
      .describe('The open tasks of the agent or person at work, those first that are held.'),
    decisions: z.array(DecisionSince).describe('What was decided since, the newest first.'),
    memory: z.array(RelevantMemory).describe('What fits the goals and the context best.'),
    changes: z.array(ChangeSince).describe('What else changed since, the newest first.'),
    leftOut: z.array(LeftOut).describe('What had no room in maxTokens, and how to get it.'),
    tokens: z.int().describe('How long this answer is, in tokens of about 4 characters.'),
  })
  .meta({ id: 'ResumedSession' })

type Resumed = z.output<typeof Resumed>

interface Parts extends Pick<Resumed, 'tasks' | 'decisions' | 'changes' | 'memory'> {
  checkpoint: CheckpointRow | null
}

const lists = ['tasks', 'decisions', 'memory', 'changes'] as const

const more = (tokens: number) => `resume_session with maxTokens ${Math.min(50_000, tokens)}`
const hows: Record<(typeof lists)[number], string> = {
  tasks: 'list_tasks with assignee',
  decisions: 'list_decisions',
  memory: 'search_memory',
  changes: 'list_activities',
}

/**
 * Puts the answer together by what matters most, as far as there is room. Goals and context come first; what has no room
 * is named. An entry of `leftOut` is reserved for every section until that turned out to fit.
 */
export function fillBudget(
  session: SeenSession,
  activeElsewhere: Resumed['activeElsewhere'],
  { checkpoint, ...listed }: Parts,
  maxTokens: number,
): Resumed {
  const answer: Resumed = {
    session: {
      ...{ id: session.id, title: session.title, status: 'active', resumed: session.resumed },
      ...{ version: session.version, agent: session.agent_name, project: session.project_slug },
      ...{ user: session.user_name, lastSeenAt: session.last_seen_at },
    },
    activeElsewhere,
    ...{ goals: [], context: '', checkpoint: null, state: null },
    ...{ tasks: [], decisions: [], memory: [], changes: [], leftOut: [], tokens: maxTokens },
  }
  const all = { ...answer, ...listed, goals: session.goals, context: session.context, state: session.state }
  const enough = more(tokensOf(all) + tokensOf(checkpoint) + 200)
  const reserved = (section: string, how: string) => lengthOf({ section, count: 99_999, how }) + 1
  let room = roomOf(maxTokens) - lengthOf(answer)
  const sections = ['goals', 'context', 'checkpoint', 'state'].map((section) => [section, enough] as const)
  for (const [section, how] of [...sections, ...lists.map((name) => [name, hows[name]] as const)])
    room -= reserved(section, how)

  /** Takes what was used, and gives back what was reserved for a section of which nothing is missing. */
  function settle(section: string, how: string, used: number, missing: number): void {
    room -= used
    if (missing > 0) answer.leftOut.push({ section, count: missing, how })
    else room += reserved(section, how)
  }

  const goals = fitting(session.goals, room)
  answer.goals = goals.kept
  settle('goals', enough, goals.used, goals.left)

  answer.context = truncate(session.context, room)
  const cut = answer.context === session.context ? 0 : session.context.length - answer.context.length + 1
  settle('context', enough, lengthOf(answer.context), cut)

  const short = checkpoint && {
    ...{ number: checkpoint.number, summary: checkpoint.summary, at: checkpoint.created_at },
  }
  const isCheckpointIn = short === null || lengthOf(short) <= room
  if (isCheckpointIn) answer.checkpoint = short
  settle('checkpoint', enough, isCheckpointIn ? lengthOf(short) : 0, isCheckpointIn ? 0 : 1)

  const isStateIn = lengthOf(session.state) <= room
  if (isStateIn) answer.state = session.state
  settle('state', enough, isStateIn ? lengthOf(session.state) : 0, isStateIn ? 0 : 1)

  for (const name of lists) {
    const { kept, left, used } = fitting<unknown>(listed[name], room)
    Object.assign(answer, { [name]: kept })
    settle(name, hows[name], used, left)
  }
  return counted(answer)
}
