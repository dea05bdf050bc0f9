import { type Sql, sql } from '../../../database/sql.ts'
import { type InOrganization, hasRole } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { quoteName, rejectField } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { isUser } from '../../membership/find-person.ts'
import type { OnProject } from '../../projects/access.ts'
import { visibleToMember } from '../../projects/visible-projects.ts'
import type { TaskRow } from './tables.ts'

export interface Assignee {
  assignee_user_id: string | null
  assignee_agent_id: string | null
  assignee_name: string | null
}

export const unassigned: Assignee = { assignee_user_id: null, assignee_agent_id: null, assignee_name: null }

/** Resolves the assignee of a task. Rejects a user who can't see the project. */
export async function findAssignee(
  ctx: Context & OnProject & { task?: Pick<TaskRow, 'assignee_user_id'> },
  ref: string,
): Promise<Assignee> {
  const assignee = await resolveAssignee(ctx, ref)
  const { assignee_user_id: id, assignee_name } = assignee
  // The current assignee can stay, even without access.
  if (id === null || id === ctx.user.id || id === ctx.task?.assignee_user_id) return assignee
  const [seen] = await ctx.db.run(
    sql`select 1 from projects p join organization_members m on m.organization_id = p.organization_id
      where p.id = ${ctx.project.id} and m.user_id = ${id} and ${visibleToMember}`,
  )
  if (!seen)
    rejectField('assignee', `${quoteName(assignee_name)} can't see this project. Share it with them first.`)
  return assignee
}

/**
 * Resolves "me", a username, an agent's name or an id to a user or agent of the organization. Falls back to a user's
 * display name if it is unique. A guest can only name users who see a project that is shared with the guest too.
 */
export async function resolveAssignee(ctx: Context & InOrganization, ref: string): Promise<Assignee> {
  const { caller, organization, user } = ctx
  if (ref === 'me') {
    return caller.agent
      ? { ...unassigned, assignee_agent_id: caller.agent.id, assignee_name: caller.agent.name }
      : { ...unassigned, assignee_user_id: user.id, assignee_name: user.name }
  }
  const byId = anyUuid.test(ref)
  const isKnown = hasRole(organization, 'member') ? sql.empty : sql`and ${sharesProjectWith(user.id)}`
  const selectUsers = (condition: Sql) =>
    sql`select 'user' as kind, u.id, u.name from users u join organization_members m on m.user_id = u.id
      where m.organization_id = ${organization.id} and ${condition} ${isKnown}`
  const [match] = await ctx.db.run<NameMatch>(
    sql`${selectUsers(isUser(ref))}
     union all
     select 'agent', a.id, a.name from agents a
      where a.organization_id = ${organization.id} and a.deleted_at is null
        and ${byId ? sql`a.id = ${ref}` : sql`lower(a.name) = lower(${ref})`}
     limit 1`,
  )
  const found =
    match ??
    (await requireUnique(
      ctx.db.run<NameMatch>(sql`${selectUsers(sql`lower(u.name) = lower(${ref})`)} limit 2`),
    ))
  if (!found)
    rejectField(
      'assignee',
      `No user or agent "${ref}" in the organization. Use "me", a username or an agent's name.`,
      { kind: 'assignee', ref },
    )
  const { kind, id, name } = found
  return kind === 'user'
    ? { ...unassigned, assignee_user_id: id, assignee_name: name }
    : { ...unassigned, assignee_agent_id: id, assignee_name: name }
}

interface NameMatch {
  kind: 'user' | 'agent'
  id: string
  name: string
}

async function requireUnique(finding: Promise<NameMatch[]>): Promise<NameMatch | undefined> {
  const [found, another] = await finding
  if (found && another)
    rejectField('assignee', `Several users are called "${found.name}". Use a username instead.`)
  return found
}

/** Returns the condition that member `m` sees a project that is shared with the guest. */
function sharesProjectWith(guestId: string): Sql {
  return sql`exists (select 1 from project_shares g join projects p on p.id = g.project_id
          where g.user_id = ${guestId} and p.organization_id = m.organization_id and ${visibleToMember})`
}
