import { sql } from '../../database/sql.ts'
import type { Named } from '../../database/actor.ts'
import { type CallingOrganization, userActor } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { newId } from '../../platform/ids.ts'
import { toSlug } from '../../platform/names.ts'

export interface NewOrganization {
  name: string
  /** Derived from the name by default. */
  slug?: string | undefined
}

/** Creates an organization with its owner, and makes it the owner's current organization. */
export async function foundOrganization(
  ctx: Context,
  owner: Named,
  { name, slug: chosen }: NewOrganization,
): Promise<CallingOrganization> {
  const id = newId()
  const slug = await insertOrganization(ctx, id, name, chosen)
  await ctx.db.run(
    sql`insert into memberships (organization_id, user_id, role) values (${id}, ${owner.id}, 'owner')`,
  )
  await ctx.db.run(sql`update users set last_organization_id = ${id} where id = ${owner.id}`)
  ctx.record({
    type: 'organization.created',
    subject: { kind: 'organization', id, key: slug },
    organizationId: id,
    ...(ctx.caller.kind === 'anonymous' && { actor: userActor(owner) }),
  })
  return { id, slug, name, role: 'owner', sandbox: false }
}

async function insertOrganization({ app, db }: Context, id: string, name: string, chosen?: string) {
  for (const slug of chosen ? [chosen] : slugsFor(name, id)) {
    const inserted = await db.run(
      sql`insert into organizations (id, slug, name, plan) values (${id}, ${slug}, ${name}, ${app.config.DEFAULT_PLAN})
       on conflict do nothing returning id`,
    )
    if (inserted.length === 1) return slug
  }
  if (chosen) reject('already_taken', { field: 'slug', value: chosen })
  throw new Error('Found no free slug for the organization.')
}

function slugsFor(name: string, id: string): string[] {
  const base = toSlug(name) || 'organization'
  return [base, `${base}-${id.slice(-5)}`, `${base}-${id.slice(-12)}`]
}
