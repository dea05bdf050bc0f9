import { sql } from '../../database/sql.ts'
import { quoteName, rejectField } from '../../errors/errors.ts'
import type { Context } from '../../operations/context.ts'
import { findPerson } from '../membership/find-person.ts'
import { visibleToMember } from '../projects/visible-projects.ts'
import type { AskGrant } from './access.ts'

/** Returns the ids of the people that the caller names. Rejects people who can't see the project. */
export async function findRecipients(ctx: Context & AskGrant, refs: string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const [index, ref] of refs.entries()) {
    const person = ref === 'me' ? ctx.user : await findPerson(ctx.db, ctx.organization.id, ref)
    if (!person)
      rejectField(`to.${index}`, `No member "${ref}" in the organization. Use a username.`, {
        kind: 'member',
        ref,
      })
    const [seen] = await seeing(ctx, [person.id])
    if (!seen) rejectField(`to.${index}`, `${quoteName(person.name)} can't see this. Ask someone who can.`)
    ids.add(seen)
  }
  return [...ids]
}

/** Returns the user that the agent acts for, and the user that the task is assigned to. */
export function defaultRecipients(ctx: Context & AskGrant): Promise<string[]> {
  const assignee = ctx.task?.assignee_user_id ?? null
  return seeing(ctx, [...new Set([ctx.user.id, ...(assignee ? [assignee] : [])])])
}

/** Returns those of the users who can see the project, or without one the members among them. */
async function seeing({ db, organization, project }: AskGrant & Pick<Context, 'db'>, userIds: string[]) {
  const isAllowed = project
    ? sql`exists (select 1 from projects p where p.id = ${project.id} and ${visibleToMember})`
    : sql`m.role <> 'guest'`
  const rows = await db.run<{ id: string }>(
    sql`select m.user_id as id from organization_members m
      where m.organization_id = ${organization.id} and m.user_id = any(${userIds}::uuid[]) and ${isAllowed}`,
  )
  return rows.map(({ id }) => id)
}
