import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { refuseField } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'

/** Turns "me", a username or an id into a member of the organization who can have workspaces: guests cannot. */
export async function findOwner(ctx: Context & InOrganization, ref: string): Promise<string> {
  if (ref === 'me') return ctx.user.id
  const [member] = await ctx.db.run<{ id: string }>(
    `select u.id from users u join organization_members m on m.user_id = u.id
      where m.organization_id = $1 and m.role <> 'guest' and ${anyUuid.test(ref) ? 'u.id = $2' : 'u.username = lower($2)'}`,
    [ctx.organization.id, ref],
  )
  return (
    member?.id ?? refuseField('owner', `No member of the organization is called "${ref}". Use a username.`)
  )
}
