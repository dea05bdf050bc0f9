import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import type { Rows } from '../../../database/row-types.ts'
import { sql } from '../../../database/sql.ts'
import type { CallingOrganization } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'

/*
 * A sandbox is a separate organization that belongs to a live one and shares its members. The isolation between
 * organizations therefore also isolates test data, without further rules.
 */
export const Sandbox = z
  .object({
    id: z.uuid(),
    slug: z
      .string()
      .describe('Slug. A signed-in user opens the sandbox with the header "X-Organization: <slug>".'),
    name: z.string(),
    createdAt: z.iso.datetime().describe('Time when it was created or last wiped.'),
    projects: z.int(),
    tasks: z.int(),
  })
  .meta({ id: 'Sandbox' })

/** Returns the live organization, also if the current one is its sandbox. */
export async function liveIdOf(db: Queries, organization: CallingOrganization): Promise<string> {
  if (!organization.sandbox) return organization.id
  const [row] = await db.run<{ sandbox_of: string }>(
    sql`select sandbox_of from organizations where id = ${organization.id}`,
  )
  return row?.sandbox_of ?? reject('gone_meanwhile')
}

type Live = Pick<Rows['organizations'], 'id' | 'slug' | 'name'>

/** Locks the live organization, which serializes creating and wiping its sandbox. */
export async function lockLiveOrganization(db: Queries, liveId: string): Promise<Live> {
  const [live] = await db.run<Live>(
    sql`select id, slug, name from organizations where id = ${liveId} for no key update`,
  )
  return live ?? reject('gone_meanwhile')
}

export type SandboxRow = Pick<Rows['organizations'], 'id' | 'slug' | 'name' | 'created_at'>

export async function findSandbox(db: Queries, liveId: string): Promise<SandboxRow | undefined> {
  const [sandbox] = await db.run<SandboxRow>(
    sql`select id, slug, name, created_at from organizations where sandbox_of = ${liveId}`,
  )
  return sandbox
}

/** Returns the sandbox of a live organization. Creates it if needed, and locks the live organization. */
export async function openSandbox(ctx: Context, liveId: string): Promise<{ id: string }> {
  const live = await lockLiveOrganization(ctx.db, liveId)
  return (await findSandbox(ctx.db, liveId)) ?? createSandbox(ctx, live)
}

async function createSandbox(ctx: Context, live: Live): Promise<{ id: string }> {
  const id = newId()
  const base = `${live.slug}-sandbox`
  for (const slug of [base, `${base}-${id.slice(-5)}`, `${base}-${id.slice(-12)}`]) {
    const inserted = await ctx.db.run(
      sql`insert into organizations (id, slug, name, sandbox_of, require_second_factor)
       select ${id}, ${slug}, ${`${live.name} sandbox`}, id, require_second_factor from organizations where id = ${live.id}
       on conflict do nothing returning id`,
    )
    if (inserted.length === 0) continue
    ctx.record({
      type: 'sandbox.created',
      subject: { kind: 'sandbox', id, key: slug },
      organizationId: live.id,
    })
    return { id }
  }
  throw new Error('No slug was free for the sandbox.')
}
