import { z } from 'zod'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { requirePublishable } from '../projects/publishing.ts'
import { seesAgents, onAgent, type OnAgent } from './access.ts'
import { Agent, agentFields, agentRef } from './agent.ts'
import { insertAgent, requireByPerson, setByPeople, changeAgent } from './save-agent.ts'
import { showAgent, type ReadAgent, selectAgents, showAgents } from './show-agents.ts'
import { findSkills } from './skills-of-agent.ts'
import { Activity } from '../activity/activity.ts'
import { latestActivity } from '../activity/feed.ts'
import { usedToday } from './budget.ts'
import { CurrentWork, currentWork, RecentMemory, recentMemory } from './recent-work.ts'
import { sql, type Sql } from '../../database/sql.ts'
import { anyone } from '../../operations/access.ts'
import type { AgentRow } from './tables.ts'
import { type ListOrder, orderByText, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import type { Context } from '../../operations/context.ts'
import { lockMember } from '../membership/lock.ts'
import { findOwner } from '../teams/workspaces/find-owner.ts'

export const createAgent = operation({
  id: 'agents.create',
  summary: 'Create an agent with a role, instructions, skills and memory.',
  http: 'POST /api/agents',
  tool: {
    name: 'create_agent',
    rare: ['model', 'dailyBudget', 'publicSlug', 'memoryScope'],
    brief: {
      role: 'Purpose in one line.',
      instructions: 'How to work, in Markdown.',
      skills: 'Skill slugs.',
    },
  },
  access: seesAgents,
  created: true,
  input: z.object({
    name: agentFields.name,
    role: agentFields.role.default(''),
    instructions: agentFields.instructions.default(''),
    skills: agentFields.skills.default([]),
    memoryScope: agentFields.memoryScope.default('agent'),
    model: agentFields.model.default(''),
    dailyBudget: agentFields.dailyBudget.default(null),
    publicSlug: agentFields.publicSlug.default(null),
  }),
  output: Agent,
}).run(async (ctx, { name, memoryScope, dailyBudget, publicSlug, skills, ...rest }) => {
  if (publicSlug !== null) {
    requireByPerson(ctx, ['publicSlug'])
    requirePublishable(ctx)
  }
  const agent = await insertAgent(ctx, {
    name,
    ...rest,
    memory_scope: memoryScope,
    daily_budget: dailyBudget,
    public_slug: publicSlug,
    skills: await findSkills(ctx, skills),
  })
  if (!agent) reject('already_taken', { field: 'name', value: name })
  return showAgent(ctx, agent.id)
})

export const getAgent = operation({
  id: 'agents.get',
  summary: 'Show one agent: open work, recent activity and memory, calls today.',
  http: 'GET /api/agents/:agent',
  tool: {
    name: 'get_agent',
    hint: 'Omit agent for yourself and your inbox.',
  },
  shows: ['agent', 'epic', 'mcp_token', 'memory', 'session', 'skill', 'story', 'task', 'user'],
  access: onAgent('view'),
  input: z.object({ agent: agentRef }),
  output: Agent.extend({
    usedToday: z.int().nullable().describe('Tool calls made today (UTC). Null if it has no budget.'),
    work: CurrentWork.describe('Its open tasks and sessions that the caller can see.'),
    memory: z.array(RecentMemory).describe('Its latest memories, newest first, at most 10.'),
    activity: z.array(Activity).describe('Its latest activity, newest first, at most 20.'),
  }).meta({ id: 'AgentAtWork' }),
}).run(async (ctx) => {
  const { id } = ctx.agent
  const [agent, used, work, memory, activity] = await Promise.all([
    showAgent(ctx, id),
    usedToday(ctx.db, ctx.agent),
    currentWork(ctx, id),
    recentMemory(ctx, id),
    latestActivity(ctx, { agent: id, limit: 20 }),
  ])
  return { ...agent, usedToday: used, work, memory, activity }
})

const PublicAgent = z
  .object({
    slug: z.string(),
    name: z.string(),
    role: z.string(),
    instructions: z.string().describe('Working instructions, in Markdown.'),
    model: z.string(),
    skills: z
      .array(z.object({ name: z.string(), description: z.string() }))
      .describe('Its public skills, in its order.'),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'PublicAgent' })

type PublicAgentRow = Pick<
  AgentRow,
  'public_slug' | 'name' | 'role' | 'instructions' | 'model' | 'updated_at' | 'version'
> & { skills: z.output<typeof PublicAgent>['skills'] }

/** Selects each field by name, so that a new column of agents is never published by accident. Never shows memory. */
export const getPublicAgent = operation({
  id: 'agents.getPublic',
  summary: 'Show the public page of an agent: its name, role, instructions and public skills.',
  http: 'GET /api/agents/public/:slug',
  access: anyone,
  input: z.object({ slug: z.string().max(100).describe('Slug of the public page.') }),
  output: PublicAgent,
}).run(async (ctx, { slug }) => {
  const [agent] = await ctx.db.run<PublicAgentRow>(
    sql`select a.public_slug, a.name, a.role, a.instructions, a.model, a.updated_at, a.version,
            (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'description', s.description) order by k.place), '[]')
               from agent_skills k join skills s on s.id = k.skill_id
              where k.agent_id = a.id and s.deleted_at is null and s.scope = 'public') as skills
       from agents a where a.public_slug = ${slug} and a.deleted_at is null`,
  )
  if (!agent) reject('not_found', { kind: 'public agent', ref: slug })
  const { public_slug, name, role, instructions, model, skills, updated_at, version } = agent
  return {
    slug: public_slug!,
    name,
    role,
    instructions,
    model,
    skills,
    updatedAt: updated_at,
    version,
  }
})

const byName: ListOrder = { ...orderByText('lower(a.name)', 'a.id'), unique: true }

export const listAgents = operation({
  id: 'agents.list',
  summary: 'List agents by name, or those that worked in a project.',
  http: 'GET /api/agents',
  tool: { name: 'list_agents', rare: ['search', 'project'] },
  shows: ['agent', 'epic', 'story', 'task', 'team', 'user'],
  access: seesAgents,
  input: z.object({
    project: projectRef
      .optional()
      .describe('Only agents with tasks, memory or sessions in this project: slug, key or id.'),
    search: z.string().trim().min(1).max(100).optional().describe('Only agents whose name contains this.'),
    ...pageInput,
  }),
  output: pageOf(Agent),
}).run(async (ctx, { project, search, ...input }) => {
  const conditions = [sql`a.organization_id = ${ctx.organization.id}`, sql`a.deleted_at is null`]
  if (search !== undefined) conditions.push(sql`position(lower(${search}) in lower(a.name)) > 0`)
  if (project !== undefined) {
    const { id } = await findProject(ctx.db, ctx, project, false)
    conditions.push(hasWorkedIn(id))
  }
  const { items, nextCursor } = await readPage(
    ctx.db,
    input,
    byName,
    ({ after, orderAndLimit }) =>
      sql`${selectAgents(ctx)} where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
    (row: ReadAgent & { sort_value: string }) => row,
  )
  const shown = await showAgents(ctx, items)
  return { items: items.map(({ id }) => shown.get(id)!), nextCursor }
})

function hasWorkedIn(projectId: string): Sql {
  const hasRow = (table: Sql, agent: Sql) =>
    sql`exists (select 1 from ${table} w where w.${agent} = a.id and w.project_id = ${projectId} and w.deleted_at is null)`
  return sql`(${hasRow(sql`tasks`, sql`assignee_agent_id`)} or ${hasRow(sql`sessions`, sql`agent_id`)}
        or ${hasRow(sql`memories`, sql`agent_id`)})`
}

export const updateAgent = operation({
  id: 'agents.update',
  summary: "Change an agent's role, skills or configuration.",
  http: 'PUT /api/agents/:agent',
  aliases: ['PATCH /api/agents/:agent'],
  tool: {
    name: 'update_agent',
    rare: ['name', 'model', 'dailyBudget', 'publicSlug', 'owner', 'memoryScope'],
    brief: {
      role: 'Purpose in one line.',
      instructions: 'How to work, in Markdown.',
      skills: 'All its skill slugs.',
    },
  },
  access: onAgent('edit'),
  input: z.object({
    agent: agentRef,
    name: agentFields.name.optional(),
    role: agentFields.role.optional(),
    instructions: agentFields.instructions.optional(),
    skills: agentFields.skills.optional(),
    memoryScope: agentFields.memoryScope.optional(),
    model: agentFields.model.optional(),
    dailyBudget: agentFields.dailyBudget.optional(),
    publicSlug: agentFields.publicSlug.optional(),
    owner: agentFields.owner.optional().describe('New owner: username or id of a member.'),
  }),
  output: Agent,
}).run(async (ctx, input) => {
  const { agent: _, skills, memoryScope, dailyBudget, publicSlug, owner, ...set } = input
  requireByPerson(
    ctx,
    setByPeople.filter((field) => input[field] !== undefined),
  )
  if (publicSlug) requirePublishable(ctx)
  const after = await changeAgent(ctx, {
    ...set,
    memory_scope: memoryScope,
    daily_budget: dailyBudget,
    public_slug: publicSlug,
    owner_id: owner === undefined ? undefined : await findNewOwner(ctx, owner),
    skills: skills && (await findSkills(ctx, skills)),
  })
  return showAgent(ctx, after.id)
})

async function findNewOwner(ctx: Context & OnAgent, ref: string): Promise<string> {
  const id = await findOwner(ctx, ref)
  if (!(await lockMember(ctx.db, ctx.organization.id, id))) reject('gone_meanwhile')
  return id
}
