import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { lockMember } from '../membership/lock.ts'
import { requirePublishable } from '../projects/public-address.ts'
import { findOwner } from '../teams/workspaces/find-owner.ts'
import { type OnAgent, onAgent } from './access.ts'
import { Agent, agentFields, agentRef } from './agent.ts'
import { changeAgent } from './change-agent.ts'
import { requireByPerson, setByPeople } from './user-only-fields.ts'
import { showAgent } from './show-agents.ts'
import { findSkills } from './skills-of-agent.ts'

export const updateAgent = operation({
  id: 'agents.update',
  summary: "Change an agent's role, skills or configuration.",
  http: 'PUT /api/agents/:agent',
  aliases: ['PATCH /api/agents/:agent'],
  tool: {
    name: 'update_agent',
    rare: ['name', 'model', 'dailyBudget', 'publicSlug', 'owner', 'memoryScope'],
    brief: { role: 'One line.', instructions: 'Markdown.', skills: 'Full list: slugs or ids.' },
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
