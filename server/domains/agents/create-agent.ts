import { z } from 'zod'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { requirePublishable } from '../projects/public-address.ts'
import { seesAgents } from './access.ts'
import { Agent, agentFields } from './agent.ts'
import { insertAgent } from './insert-agent.ts'
import { requireByPerson } from './user-only-fields.ts'
import { showAgent } from './show-agents.ts'
import { findSkills } from './skills-of-agent.ts'

export const createAgent = operation({
  id: 'agents.create',
  summary: 'Create an agent with a role, instructions, skills and memory.',
  http: 'POST /api/agents',
  tool: {
    name: 'create_agent',
    rare: ['model', 'dailyBudget', 'publicSlug', 'memoryScope'],
    brief: {
      role: 'One line.',
      instructions: 'Markdown.',
      skills: 'Slugs or ids.',
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
