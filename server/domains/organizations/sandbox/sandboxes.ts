import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { organization, type InOrganization, administers } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { Sandbox, findSandbox, liveIdOf, type SandboxRow, lockLiveOrganization } from './sandbox.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { CredentialKind } from '../../auth/credentials/credential.ts'

export const getSandbox = operation({
  id: 'sandbox.get',
  summary: 'Show the sandbox of test credentials with its number of projects and tasks.',
  http: 'GET /api/settings/sandbox',
  access: organization('member'),
  input: z.object({}),
  output: z.object({
    sandbox: Sandbox.nullable().describe('Null until the first test credential is created.'),
  }),
}).run(async (ctx) => {
  const row = await findSandbox(ctx.db, await liveIdOf(ctx.db, ctx.organization))
  if (!row) return { sandbox: null }
  const [counts] = await ctx.db.run<{ projects: number; tasks: number }>(
    sql`select (select count(*)::int from projects where organization_id = ${row.id} and deleted_at is null) as projects,
            (select count(*)::int from tasks t join projects p on p.id = t.project_id and p.deleted_at is null
              where t.organization_id = ${row.id} and t.deleted_at is null) as tasks`,
  )
  const { id, slug, name, created_at: createdAt } = row
  return { sandbox: { id, slug, name, createdAt, ...counts! } }
})

const Removed = z.object({
  projects: z.int(),
  tasks: z.int(),
  agents: z.int(),
  events: z.int(),
  credentials: z.int().describe('Revoked test credentials that were bound to a project.'),
})
type Removed = z.output<typeof Removed>

const nothingRemoved: Removed = { projects: 0, tasks: 0, agents: 0, events: 0, credentials: 0 }

export const wipeSandbox = operation({
  id: 'sandbox.wipe',
  summary: 'Permanently delete everything in the sandbox. Test credentials stay valid.',
  http: 'POST /api/settings/sandbox/wipe',
  access: administers,
  destructive: true,
  input: z.object({}),
  output: z.object({ removed: Removed }),
}).run(async (ctx) => {
  const live = await lockLiveOrganization(ctx.db, await liveIdOf(ctx.db, ctx.organization))
  const old = await findSandbox(ctx.db, live.id)
  if (!old) return { removed: nothingRemoved }
  const id = await createEmptySandbox(ctx, old)
  const credentials = await moveCredentials(ctx, { from: old.id, to: id, liveId: live.id })
  const removed = { ...(await removeSandbox(ctx, old, id)), credentials }
  await ctx.db.run(sql`update organizations set slug = ${old.slug}, sandbox_of = ${live.id} where id = ${id}`)
  ctx.record({
    type: 'sandbox.wiped',
    subject: { kind: 'sandbox', id, key: old.slug },
    organizationId: live.id,
    data: removed,
  })
  return { removed }
})

type Wiping = Context & InOrganization

/** Creates the new sandbox. It takes over the slug after the old one is deleted. */
async function createEmptySandbox({ db }: Wiping, { name }: SandboxRow): Promise<string> {
  const id = newId()
  await db.run(sql`insert into organizations (id, slug, name) values (${id}, ${id}, ${name})`)
  return id
}

/**
 * Moves test credentials and their agents to the new sandbox. Deletes credentials that are bound to a project, because
 * they must not gain access to more.
 */
async function moveCredentials(
  { app, db, ...ctx }: Wiping,
  { from, to, liveId }: { from: string; to: string; liveId: string },
): Promise<number> {
  const bound = await db.run<{ id: string; kind: CredentialKind; name: string; user_id: string }>(
    sql`delete from credentials where organization_id = ${from} and project_id is not null
      returning id, kind, name, user_id`,
  )
  for (const { id, kind, name, user_id } of bound) {
    const subject = { kind, id, key: name }
    ctx.record({ type: `${kind}.revoked`, subject, organizationId: liveId, privateTo: user_id })
    ctx.afterCommit(() => app.bus.revoked(id))
  }
  await db.run(sql`update credentials set organization_id = ${to} where organization_id = ${from}`)
  await db.run(
    sql`update agents a set organization_id = ${to}
      where a.organization_id = ${from} and exists (select 1 from credentials c where c.agent_id = a.id)`,
  )
  return bound.length
}

/**
 * Deletes the journal last, because concurrent writers have committed their rows by then. The newest row becomes the
 * first one of the new sandbox: a node continues after the row that it read last. Without it, the node would take the
 * database for an older copy and disconnect its live clients.
 */
async function removeSandbox(
  { db, caller }: Wiping,
  { id, slug }: SandboxRow,
  next: string,
): Promise<Omit<Removed, 'credentials'>> {
  const [counts] = await db.run<Omit<Removed, 'credentials' | 'events'>>(
    sql`select (select count(*)::int from projects where organization_id = ${id}) as projects,
            (select count(*)::int from tasks where organization_id = ${id}) as tasks,
            (select count(*)::int from agents where organization_id = ${id}) as agents`,
  )
  await db.run(sql`delete from organizations where id = ${id}`)
  const [journal] = await db.run<{ events: number }>(
    sql`with newest as (select id from journal where organization_id = ${id} order by xid desc, seq desc limit 1),
        kept as (update journal set at = now(), organization_id = ${next}, project_id = null, private_to = null,
          actor = ${JSON.stringify(actorOf(caller))}::jsonb, type = 'sandbox.wiped', subject_kind = 'sandbox',
          subject_id = ${next}, subject_key = ${slug}, version = null, changes = null, data = '{}', request_id = null
          from newest where journal.id = newest.id returning 1),
        deleted as (delete from journal where organization_id = ${id} and id <> all (select id from newest) returning 1)
     select (select count(*)::int from kept) + (select count(*)::int from deleted) as events`,
  )
  return { ...counts!, ...journal! }
}
