import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { step } from '../../../operations/progress.ts'
import { visibleOrOwn } from '../../projects/visible-or-own.ts'
import { fromMemories } from './memory.ts'
import { intoScope, memoryScopeFields } from './scope-columns.ts'
import { deletePermanently } from './delete-permanently.ts'
import { scopes } from './tables.ts'

const batchSize = 500

export const clearMemory = operation({
  id: 'memories.clear',
  summary: 'Permanently delete all memory of one agent, project or session.',
  http: 'POST /api/memories/clear',
  tool: {
    name: 'clear_memory',
    hint: 'For one entry, use delete_memory.',
    brief: { scope: 'Kind of owner. Name the owner too.' },
  },
  access: intoScope({ explicit: true }),
  destructive: true,
  input: z.object({
    ...memoryScopeFields,
    scope: z
      .enum(scopes)
      .describe(
        'Owner of the memory to delete: "agent", "project" or "session". Set the field of that name too.',
      ),
    agent: memoryScopeFields.agent.describe('For scope "agent": its name, id or "me".'),
    project: memoryScopeFields.project.describe(
      'For scope "project": its slug, key or id. With scope "agent": only entries learned in this project.',
    ),
    session: memoryScopeFields.session.describe('For scope "session": its id, or "latest".'),
  }),
  output: z.object({
    scope: z.enum(scopes),
    id: z.uuid().describe('Id of the agent, project or session.'),
    removed: z.int().describe("Number of deleted entries. They can't be restored."),
  }),
}).run(async (ctx) => {
  const { place, agent, project, session, organization } = ctx
  const { scope } = place
  const [id, name] =
    scope === 'agent'
      ? [agent!.id, agent!.name]
      : scope === 'project'
        ? [project!.id, project!.slug]
        : [session!.id, session!.title]
  const seen = visibleOrOwn(ctx, 'm')
  const inProject = scope === 'agent' && project ? sql`and m.project_id = ${project.id}` : sql.empty
  // Skips entries that an agent learned in projects the caller cannot edit. They are not counted either.
  const rows = await ctx.db.run<{ id: string }>(
    sql`select m.id from ${fromMemories}
      where ${seen.where} and ${seen.right} in ('edit', 'manage') and m.scope = ${scope}
        and m.${sql.raw(scope)}_id = ${id} ${inProject} order by m.id for update of m`,
  )
  let removed = 0
  // Deletes in batches, so that the client receives progress and can still cancel the call. Each batch has its own event,
  // which names the entries for the devices that have copies of them.
  for (let done = 0; done < rows.length; done += batchSize) {
    step(ctx.request, done, rows.length, 'Removing entries')
    const ids = rows.slice(done, done + batchSize).map((row) => row.id)
    removed += await deletePermanently(ctx.db, ids)
    ctx.record({
      type: 'memory.cleared',
      subject: { kind: scope, id, key: name },
      organizationId: organization.id,
      projectId: place.project_id,
      ...(place.owner_id && { privateTo: place.owner_id }),
      data: { scope, entries: ids.length, ids },
    })
  }
  return { scope, id, removed }
})
