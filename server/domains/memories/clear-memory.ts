import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { step } from '../../operations/progress.ts'
import { seenOrOwn } from '../projects/seen-or-own.ts'
import { fromMemories } from './memory.ts'
import { intoScope, memoryScopeFields } from './scope-columns.ts'
import { deletePermanently } from './remove.ts'
import { scopes } from './tables.ts'

const atATime = 500

export const clearMemory = operation({
  id: 'memories.clear',
  summary: 'Remove all memory of one agent, project or session for good.',
  http: 'POST /api/memories/clear',
  tool: 'clear_memory',
  hint: 'For one entry, use delete_memory.',
  brief: { scope: 'Name it in that field.' },
  access: intoScope({ explicit: true }),
  destructive: true,
  input: z.object({
    ...memoryScopeFields,
    scope: z
      .enum(scopes)
      .describe('Whose memory goes: "agent", "project" or "session", with its id in the field of that name.'),
    agent: memoryScopeFields.agent.describe('For scope "agent": its name, its id or "me".'),
    project: memoryScopeFields.project.describe(
      'For scope "project": its slug, key or id. With scope "agent": only what it learned in this project.',
    ),
    session: memoryScopeFields.session.describe('For scope "session": its id, or "latest".'),
  }),
  output: z.object({
    scope: z.enum(scopes),
    id: z.uuid().describe('The agent, project or session.'),
    removed: z.int().describe('How many entries there were. They do not come back.'),
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
  const seen = seenOrOwn(ctx, 'm')
  // Of an agent, what it learned in projects that the caller may not change stays, and is not counted.
  const rows = await ctx.db.run<{ id: string }>(
    `select m.id from ${fromMemories}
      where ${seen.where} and ${seen.right} in ('edit', 'manage') and m.scope = $5 and m.${scope}_id = $6
        ${scope === 'agent' && project ? 'and m.project_id = $7' : ''} for update of m`,
    [...seen.values, scope, id, ...(scope === 'agent' && project ? [project.id] : [])],
  )
  let removed = 0
  // In parts, so that whoever waits hears of it and can still take it back.
  for (let done = 0; done < rows.length; done += atATime) {
    step(ctx.request, done, rows.length, 'Removing entries')
    const ids = rows.slice(done, done + atATime).map((row) => row.id)
    removed += await deletePermanently(ctx.db, ids)
  }
  if (removed > 0)
    ctx.record({
      type: 'memory.cleared',
      subject: { kind: scope, id, key: name },
      organizationId: organization.id,
      projectId: place.project_id,
      ...(place.owner_id && { privateTo: place.owner_id }),
      data: { scope, entries: removed },
    })
  return { scope, id, removed }
})
