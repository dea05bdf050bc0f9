import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { InOrganization } from '../../operations/access.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import { Named } from '../activity/actor.ts'
import { mayDelete, mayEdit } from './access.ts'
import type { NamedSkill } from './skills-of-agent.ts'
import { type AgentRow, memoryScopes } from './tables.ts'

const SkillName = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })

/** The shape the world sees. */
export const Agent = z
  .object({
    id: z.uuid(),
    name: z.string().describe('Unique in the organization.'),
    role: z.string().describe('What it is there for.'),
    instructions: z.string().describe('How it works, in markdown.'),
    skills: z.array(SkillName).describe('Those of its skills that the caller may see, in its order.'),
    memoryScope: z.enum(memoryScopes).describe('Where what it learns is kept, unless it says otherwise.'),
    model: z.string().describe('Which model it runs on, in the words of its owner.'),
    dailyBudget: z
      .int()
      .nullable()
      .describe('How many calls of tools it may make in a day (UTC). Null: any number.'),
    owner: Named.nullable().describe('Whose it is. Null: the organization itself.'),
    publicSlug: z.string().nullable().describe('Its public page, if it has one: /api/agents/public/<slug>.'),
    lastUsedAt: z.iso.datetime().nullable().describe('When it last used a token of its own.'),
    openTasks: z.int().describe('Its open tasks in projects that the caller sees.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z.object({ edit: z.boolean(), delete: z.boolean() }).describe('What the caller may do with it.'),
  })
  .meta({ id: 'Agent' })

/** An agent with what its shape needs from other tables. */
export interface ShownAgent extends AgentRow {
  owner_name: string | null
  skills: NamedSkill[]
  last_used_at: string | null
  open_tasks: number
}

export function agentFromRow(row: ShownAgent, asking: InOrganization): z.output<typeof Agent> {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    instructions: row.instructions,
    skills: row.skills,
    memoryScope: row.memory_scope,
    model: row.model,
    dailyBudget: row.daily_budget,
    owner: row.owner_id ? { id: row.owner_id, name: row.owner_name! } : null,
    publicSlug: row.public_slug,
    lastUsedAt: row.last_used_at,
    openTasks: row.open_tasks,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(asking.caller, { edit: mayEdit(asking, row), delete: mayDelete(asking, row) }),
  }
}

export const agentKind: Kind<AgentRow> = { name: 'agent', table: 'agents', key: 'name' }

const mostInName = 120

/** How an agent is named in any input. */
export const agentRef = reference(
  'agent',
  'The agent: its name, its id, or "me" for an agent itself.',
  mostInName,
)

const skillRef = reference('skill', 'A skill: its id or its slug.')

export const agentFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(mostInName)
    .refine((name) => name.toLowerCase() !== 'me' && !anyUuid.test(name), 'Choose a name of its own.')
    .describe('What it is called. Unique in the organization.'),
  role: z.string().trim().max(500).describe('What it is there for, in one line.'),
  instructions: z.string().max(50_000).describe('How it works, in markdown.'),
  skills: z
    .array(skillRef)
    .max(50)
    .describe('Its skills, in order: ids or slugs of skills that you may see. Replaces those that it has.'),
  memoryScope: z.enum(memoryScopes).describe('Where what it learns is kept, unless it says otherwise.'),
  model: z.string().trim().max(200).describe('Which model it runs on, in your words.'),
  dailyBudget: z
    .int()
    .min(1)
    .max(10_000_000)
    .nullable()
    .describe('How many calls of tools it may make in a day (UTC). Null: any number.'),
  publicSlug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters, digits and single hyphens.')
    .max(60)
    .nullable()
    .describe(
      'Shows its name, role, instructions and public skills to everybody, at this address. Null: to nobody.',
    ),
  owner: reference('member', 'Whose it is: "me", or the username or id of a member.'),
}
