import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { findPerson } from '../../membership/find-person.ts'

/** Resolves "me", a username or an id to a member of the organization. Rejects guests, who can't own anything. */
export async function findOwner(ctx: Context & InOrganization, ref: string): Promise<string> {
  if (ref === 'me') return ctx.user.id
  const person = await findPerson(ctx.db, ctx.organization.id, ref)
  if (!person || person.role === 'guest')
    rejectField('owner', `"${ref}" isn't a member of the organization. Use "me", a username or an id.`)
  return person.id
}
