import { z } from 'zod'
import { type InOrganization, administers } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import type { CredentialKind } from '../credentials/tables.ts'
import { type SandboxRow, findSandbox, lockLiveOrganization, liveIdOf } from './sandbox.ts'

const Removed = z.object({
  projects: z.int(),
  tasks: z.int(),
  agents: z.int(),
  events: z.int(),
  credentials: z.int().describe('Test credentials that were bound to one of the projects.'),
})
type Removed = z.output<typeof Removed>

const nothing: Removed = { projects: 0, tasks: 0, agents: 0, events: 0, credentials: 0 }

export const wipeSandbox = operation({
  id: 'sandbox.wipe',
  summary: 'Remove everything that is in the sandbox, for good. Test credentials go on working.',
  http: 'POST /api/settings/sandbox/wipe',
  access: administers,
  destructive: true,
  input: z.object({}),
  output: z.object({ removed: Removed }),
}).run(async (ctx) => {
  const live = await lockLiveOrganization(ctx.db, await liveIdOf(ctx.db, ctx.organization))
  const old = await findSandbox(ctx.db, live.id)
  if (!old) return { removed: nothing }
  const id = await emptySandbox(ctx, old)
  const credentials = await moveCredentials(ctx, { from: old.id, to: id, liveId: live.id })
  const removed = { ...(await removeSandbox(ctx, old)), credentials }
  await ctx.db.run('update organizations set slug = $2, sandbox_of = $3 where id = $1', [
    ...[id, old.slug, live.id],
  ])
  ctx.record({
    type: 'sandbox.wiped',
    subject: { kind: 'sandbox', id, key: old.slug },
    organizationId: live.id,
    data: removed,
  })
  return { removed }
})

type Wiping = Context & InOrganization

/** The one that takes its place. It gets the address when the old one has given it up. */
async function emptySandbox({ db }: Wiping, { name }: SandboxRow): Promise<string> {
  const id = newId()
  await db.run('insert into organizations (id, slug, name) values ($1, $2, $3)', [id, id, name])
  return id
}

/**
 * Takes test credentials over, with the agents that they work for. What is bound to a project goes with the project: it
 * must not suddenly reach more.
 */
async function moveCredentials(
  { app, db, ...ctx }: Wiping,
  { from, to, liveId }: { from: string; to: string; liveId: string },
): Promise<number> {
  const bound = await db.run<{ id: string; kind: CredentialKind; name: string; user_id: string }>(
    `delete from credentials where organization_id = $1 and project_id is not null
      returning id, kind, name, user_id`,
    [from],
  )
  for (const { id, kind, name, user_id } of bound) {
    const subject = { kind, id, key: name }
    ctx.record({ type: `${kind}.revoked`, subject, organizationId: liveId, privateTo: user_id })
    ctx.afterCommit(() => app.bus.revoked(id))
  }
  await db.run('update credentials set organization_id = $2 where organization_id = $1', [from, to])
  await db.run(
    `update agents a set organization_id = $2
      where a.organization_id = $1 and exists (select 1 from credentials c where c.agent_id = a.id)`,
    [from, to],
  )
  return bound.length
}

/** The journal comes last: whoever was still writing has ended by then, and left their last row. */
async function removeSandbox({ db }: Wiping, { id }: SandboxRow): Promise<Omit<Removed, 'credentials'>> {
  const [counts] = await db.run<Omit<Removed, 'credentials' | 'events'>>(
    `select (select count(*)::int from projects where organization_id = $1) as projects,
            (select count(*)::int from tasks where organization_id = $1) as tasks,
            (select count(*)::int from agents where organization_id = $1) as agents`,
    [id],
  )
  await db.run('delete from organizations where id = $1', [id])
  const [journal] = await db.run<{ events: number }>(
    `with gone as (delete from journal where organization_id = $1 returning 1)
     select count(*)::int as events from gone`,
    [id],
  )
  return { ...counts!, ...journal! }
}
