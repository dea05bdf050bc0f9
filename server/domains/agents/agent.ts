import { z } from 'zod'
import type { Kind } from '../../operations/rows.ts'
import type { InOrganization } from '../../operations/access.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import { Named, Who, whoFromActor } from '../../operations/actor.ts'
import { canDelete, canEdit } from './access.ts'
import type { NamedSkill } from './skills-of-agent.ts'
import { type AgentRow, memoryScopes } from './tables.ts'

const SkillName = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })

/** The API representation of an agent. */
export const Agent = z
  .object({
    id: z.uuid(),
    name: z.string().describe('Unique in the organization.'),
    role: z.string().describe('Its purpose.'),
    instructions: z.string().describe('Working instructions, in Markdown.'),
    skills: z.array(SkillName).describe('Its skills that the caller can see, in its order.'),
    memoryScope: z.enum(memoryScopes).describe('Default scope of the memories it stores.'),
    model: z.string().describe('Model it runs on, as free text.'),
    dailyBudget: z.int().nullable().describe('Maximum tool calls per day (UTC). Null: unlimited.'),
    owner: Named.nullable().describe('Its owner. Null: the organization.'),
    publicSlug: z
      .string()
      .nullable()
      .describe('Slug of its public page, if published: /api/agents/public/<slug>.'),
    lastUsedAt: z.iso.datetime().nullable().describe('When one of its tokens was last used.'),
    paused: z
      .object({ by: Who, at: z.iso.datetime() })
      .nullable()
      .describe('Who paused it, and when. Its calls are rejected until a person resumes it.'),
    openTasks: z.int().describe('Number of its open tasks in projects that the caller can see.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z.object({ edit: z.boolean(), delete: z.boolean() }).describe('Actions the caller can take.'),
  })
  .meta({ id: 'Agent' })

/** An agent row with the columns of other tables that its representation needs. */
export interface ShownAgent extends AgentRow {
  owner_name: string | null
  skills: NamedSkill[]
  last_used_at: string | null
  open_tasks: number
}

export function agentFromRow(row: ShownAgent, granted: InOrganization): z.output<typeof Agent> {
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
    paused: pausedOf(row),
    openTasks: row.open_tasks,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(granted.caller, { edit: canEdit(granted, row), delete: canDelete(granted, row) }),
  }
}

export function pausedOf({ paused_at, paused_by }: Pick<AgentRow, 'paused_at' | 'paused_by'>) {
  return paused_at && paused_by ? { by: whoFromActor(paused_by), at: paused_at } : null
}

export const agentKind: Kind<AgentRow> = { name: 'agent', table: 'agents', key: 'name' }

const maxNameLength = 120

/** A reference to an agent in any input. */
export const agentRef = reference('agent', 'The agent: name, id, or "me" if you are an agent.', maxNameLength)

const skillRef = reference('skill', 'A skill: id or slug.')

export const agentFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxNameLength)
    .refine(
      // GET /api/agents/live is a route of its own.
      (name) => !['me', 'live'].includes(name.toLowerCase()) && !anyUuid.test(name),
      'Choose a name other than "me", "live" or a UUID.',
    )
    .describe('Name, unique in the organization.'),
  role: z.string().trim().max(500).describe('Its purpose, in one line.'),
  instructions: z.string().max(50_000).describe('Working instructions, in Markdown.'),
  skills: z
    .array(skillRef)
    .max(50)
    .describe('Ids or slugs of skills that you can see, in order. Replaces its current skills.'),
  memoryScope: z.enum(memoryScopes).describe('Default scope of the memories it stores.'),
  model: z.string().trim().max(200).describe('Model it runs on, as free text.'),
  dailyBudget: z
    .int()
    .min(1)
    .max(10_000_000)
    .nullable()
    .describe('Maximum tool calls per day (UTC). Null: unlimited.'),
  publicSlug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens.')
    .max(60)
    .nullable()
    .describe('Slug of a public page with its name, role, instructions and public skills. Null: not public.'),
  owner: reference('member', 'Its owner: "me", or a member\'s username or id.'),
}
