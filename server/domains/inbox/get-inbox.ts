import { z } from 'zod'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { roles, scopes } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { fitting, lengthOf, roomOf, truncate } from '../../operations/token-budget.ts'
import { priorities, statuses } from '../work/tasks/states.ts'
import { ownAnswers, ownMessages } from './own-answers.ts'
import { ownAgent, ownProject, ownSessions, ownTasks, readyTasks, unreadNotifications } from './own-work.ts'

/** The estimate counts four characters as a token. The rest is a margin for texts with shorter tokens. */
const maxTokens = 600
const maxInstructions = 600

const InboxTask = z.object({
  key: z.string(),
  title: z.string(),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  claim: z.int().optional().describe('Your claim number. Send it with every write to the task.'),
  until: z.iso.datetime().optional().describe('When your lease expires.'),
})

/** The identity and the open work of the caller. */
const Inbox = z
  .object({
    name: z.string().describe('The name that your changes carry: that of the agent, or else of the user.'),
    user: z.object({ name: z.string(), username: z.string() }),
    agent: z
      .object({
        name: z.string(),
        role: z.string(),
        instructions: z.string().describe(`Cut after ${maxInstructions} characters.`),
        memoryScope: z.string(),
        dailyBudget: z.int().nullable(),
        usedToday: z.int().nullable(),
      })
      .nullable()
      .describe('The agent that the token works as.'),
    organization: z.object({ slug: z.string(), role: z.enum(roles), sandbox: z.boolean() }),
    token: z.object({
      scopes: z.array(z.enum(scopes)),
      tools: z.string().describe('Tool profile.'),
      project: z.string().nullable().describe('The only project that the token reaches.'),
    }),
    tasks: z.array(InboxTask).describe('Your open tasks, claimed ones first.'),
    ready: z.array(InboxTask).describe('Other tasks that you can claim, by priority.'),
    sessions: z
      .array(z.object({ title: z.string(), status: z.string(), project: z.string().nullable() }))
      .describe('Your open sessions, the last active one first.'),
    answers: z
      .array(
        z.object({
          question: z.string(),
          answer: z.string(),
          by: z.string(),
          task: z.string().nullable().describe('Key of the task that the question is about.'),
          at: z.iso.datetime(),
        }),
      )
      .describe('Answers to your questions in the last 7 days, newest first.'),
    messages: z
      .array(z.object({ task: z.string(), by: z.string(), body: z.string(), at: z.iso.datetime() }))
      .describe('Comments of others on the tasks that you hold, since you claimed them, newest first.'),
    paused: z
      .object({ by: z.string(), at: z.iso.datetime() })
      .optional()
      .describe('Set while a person keeps you paused. Stop working until they resume you.'),
    notifications: z
      .array(z.object({ title: z.string(), at: z.iso.datetime() }))
      .describe('Unread notifications of your user, newest first.'),
    more: z
      .object({
        tasks: z.int().optional(),
        ready: z.int().optional(),
        sessions: z.int().optional(),
        answers: z.int().optional(),
        messages: z.int().optional(),
        notifications: z.int().optional(),
      })
      .describe('Number of further entries of each list.'),
  })
  .meta({ id: 'Inbox' })

const ownInbox: AccessRule<unknown, InOrganization> = {
  name: 'ownInbox',
  sentence: 'Anyone in the organization, for their own work.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

export const getInbox = operation({
  id: 'inbox.get',
  summary: 'Show your identity, tasks, sessions and notifications.',
  http: 'GET /api/inbox',
  variantOf: {
    tool: 'get_agent',
    when: ({ agent }) => agent === undefined || agent === 'me',
    without: ['agent'],
  },
  shows: [
    'agent',
    'comment',
    'epic',
    'feature',
    'notification',
    'project',
    'question',
    'session',
    'story',
    'task',
    'user',
  ],
  access: ownInbox,
  whilePaused: true,
  input: z.object({}),
  output: Inbox,
}).run(async (ctx) => fillInbox(ctx))

async function fillInbox(ctx: Context & InOrganization): Promise<z.output<typeof Inbox>> {
  const { caller, user, organization } = ctx
  const [agent, project, tasks, ready, sessions, answers, messages, notifications] = await Promise.all([
    ownAgent(ctx),
    ownProject(ctx),
    ownTasks(ctx),
    readyTasks(ctx),
    ownSessions(ctx),
    ownAnswers(ctx),
    ownMessages(ctx),
    unreadNotifications(ctx),
  ])
  const inbox: z.output<typeof Inbox> = {
    name: agent?.name ?? user.name,
    user: { name: user.name, username: user.username },
    agent: agent && { ...agent, instructions: truncate(agent.instructions, maxInstructions) },
    organization: { slug: organization.slug, role: organization.role, sandbox: organization.sandbox },
    token: { scopes: [...caller.scopes], tools: caller.toolProfile, project },
    tasks: [],
    ready: [],
    sessions: [],
    answers: [],
    messages: [],
    ...(caller.paused && { paused: caller.paused }),
    notifications: [],
    more: {},
  }
  let room = roomOf(maxTokens) - lengthOf(inbox)
  const lists = { answers, messages, tasks, notifications, sessions, ready }
  for (const name of Object.keys(lists) as (keyof typeof lists)[]) {
    const { items, total } = lists[name]
    const { kept, used } = fitting<unknown>(items, room)
    room -= used
    Object.assign(inbox, { [name]: kept })
    if (total > kept.length) inbox.more[name] = total - kept.length
  }
  return inbox
}
