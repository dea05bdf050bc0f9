import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import type { AgentRow } from './tables.ts'

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
