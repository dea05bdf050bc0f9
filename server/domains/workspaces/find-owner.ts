import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import { findPerson } from '../organizations/find-person.ts'

/** Turns "me", a username or an id into a member of the organization who can have workspaces: guests cannot. */
export async function findOwner(ctx: Context & InOrganization, ref: string): Promise<string> {
  if (ref === 'me') return ctx.user.id
  const person = await findPerson(ctx.db, ctx.organization.id, ref)
  if (!person || person.role === 'guest')
    rejectField('owner', `No member of the organization is called "${ref}". Use a username.`)
  return person.id
}
