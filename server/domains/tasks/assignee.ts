import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { refuseField } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'

export interface Assignee {
  assignee_user_id: string | null
  assignee_agent_id: string | null
  assignee_name: string | null
}

export const nobody: Assignee = { assignee_user_id: null, assignee_agent_id: null, assignee_name: null }

/** Turns "me", a username, an agent's name or an id into the person or agent of the organization that it names. */
export async function findAssignee(ctx: Context & InOrganization, ref: string): Promise<Assignee> {
  const { caller, organization, user } = ctx
  if (ref === 'me') {
    return caller.agent
      ? { ...nobody, assignee_agent_id: caller.agent.id, assignee_name: caller.agent.name }
      : { ...nobody, assignee_user_id: user.id, assignee_name: user.name }
  }
  const byId = anyUuid.test(ref)
  const [found] = await ctx.db.run<{ kind: 'user' | 'agent'; id: string; name: string }>(
    `select 'user' as kind, u.id, u.name from users u join organization_members m on m.user_id = u.id
      where m.organization_id = $1 and ${byId ? 'u.id = $2' : 'u.username = lower($2)'}
     union all
     select 'agent', a.id, a.name from agents a
      where a.organization_id = $1 and a.deleted_at is null and ${byId ? 'a.id = $2' : 'lower(a.name) = lower($2)'}
     limit 1`,
    [organization.id, ref],
  )
  if (!found)
    refuseField(
      'assignee',
      `Nobody in the organization is called "${ref}". Use "me", a username or an agent's name.`,
    )
  const { kind, id, name } = found
  return kind === 'user'
    ? { ...nobody, assignee_user_id: id, assignee_name: name }
    : { ...nobody, assignee_agent_id: id, assignee_name: name }
}
