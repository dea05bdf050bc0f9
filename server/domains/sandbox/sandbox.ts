import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { CallingOrganization } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { newId } from '../../platform/ids.ts'

/*
 * A sandbox is an organization of its own that belongs to a live one and has its members. So whatever is kept apart
 * between organizations is kept apart between live and test, without another rule anywhere.
 */
export const Sandbox = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('For a look into it while signed in: "X-Organization: <slug>".'),
    name: z.string(),
    createdAt: z.iso.datetime().describe('When it was made, or emptied for the last time.'),
    projects: z.int(),
    tasks: z.int(),
  })
  .meta({ id: 'Sandbox' })

/** The live organization of the two, whichever of them is the current one. */
export async function liveIdOf(db: Queries, organization: CallingOrganization): Promise<string> {
  if (!organization.sandbox) return organization.id
  const [row] = await db.run<{ sandbox_of: string }>('select sandbox_of from organizations where id = $1', [
    organization.id,
  ])
  return row?.sandbox_of ?? reject('gone_meanwhile')
}

interface Live {
  id: string
  slug: string
  name: string
}

/** Whoever makes, fills or empties a sandbox holds the live organization, so that they come one after the other. */
export async function lockLiveOrganization(db: Queries, liveId: string): Promise<Live> {
  const [live] = await db.run<Live>(
    'select id, slug, name from organizations where id = $1 for no key update',
    [liveId],
  )
  return live ?? reject('gone_meanwhile')
}

export interface SandboxRow {
  id: string
  slug: string
  name: string
  created_at: string
}

export async function findSandbox(db: Queries, liveId: string): Promise<SandboxRow | undefined> {
  const [sandbox] = await db.run<SandboxRow>(
    'select id, slug, name, created_at from organizations where sandbox_of = $1',
    [liveId],
  )
  return sandbox
}

/** The sandbox of a live organization, held; made if there is none yet. */
export async function openSandbox(ctx: Context, liveId: string): Promise<{ id: string }> {
  const live = await lockLiveOrganization(ctx.db, liveId)
  return (await findSandbox(ctx.db, liveId)) ?? createSandbox(ctx, live)
}

async function createSandbox(ctx: Context, live: Live): Promise<{ id: string }> {
  const id = newId()
  const base = `${live.slug}-sandbox`
  for (const slug of [base, `${base}-${id.slice(-5)}`, `${base}-${id.slice(-12)}`]) {
    const inserted = await ctx.db.run(
      `insert into organizations (id, slug, name, sandbox_of, require_second_factor)
       select $1, $2, $3, id, require_second_factor from organizations where id = $4
       on conflict do nothing returning id`,
      [id, slug, `${live.name} sandbox`, live.id],
    )
    if (inserted.length === 0) continue
    ctx.record({
      type: 'sandbox.created',
      subject: { kind: 'sandbox', id, key: slug },
      organizationId: live.id,
    })
    return { id }
  }
  throw new Error('No address was free for the sandbox.')
}
