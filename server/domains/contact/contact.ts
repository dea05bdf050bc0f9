import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { orderByNewest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { platformAdmin } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { expectVersion } from '../../operations/rows.ts'
import { anyUuid } from '../../platform/ids.ts'
import {
  ContactMessage,
  type ContactMessageRow,
  contactMessageFromRow,
  contactStatuses,
} from './contact-message.ts'

const messageRef = z.string().max(100).describe('Id of the message.')

export const listContact = operation({
  id: 'contact.list',
  summary: 'List the messages of the contact form, newest first.',
  http: 'GET /api/admin/contact',
  shows: ['contact_message'],
  access: platformAdmin,
  input: z.object({
    query: z.string().trim().max(100).optional().describe('Only messages that contain this text.'),
    status: z.enum(contactStatuses).optional().describe('Only messages in this state.'),
    ...pageInput,
  }),
  output: pageOf(ContactMessage).extend({ open: z.int().describe('Number of all open messages.') }),
}).run(async ({ db }, input) => {
  const { query, status } = input
  const hasStatus = status === undefined ? sql`true` : sql`status = ${status}`
  const matches = query
    ? sql`position(lower(${query}) in lower(concat_ws(' ', name, email, subject, message))) > 0`
    : sql`true`
  const listed = await readPage(
    db,
    input,
    orderByNewest('id'),
    ({ after, orderAndLimit }) =>
      sql`select * from contact_messages where ${hasStatus} and ${matches} and ${after} ${orderAndLimit}`,
    contactMessageFromRow,
  )
  const [counted] = await db.run<{ open: number }>(
    sql`select count(*)::int as open from contact_messages where status = 'open'`,
  )
  return { ...listed, open: counted!.open }
})

export const updateContact = operation({
  id: 'contact.update',
  summary: 'Mark a message of the contact form as done or open.',
  http: 'PATCH /api/admin/contact/:contact',
  access: platformAdmin,
  input: z.object({ contact: messageRef, status: z.enum(contactStatuses).describe('New state.') }),
  output: ContactMessage,
}).run(async (ctx, { contact, status }) => {
  const before = await lockMessage(ctx.db, contact)
  expectVersion(ctx, before.version)
  if (before.status === status) return contactMessageFromRow(before)
  const doneBy = status === 'done' ? JSON.stringify(actorOf(ctx.caller)) : null
  const [row] = await ctx.db.run<ContactMessageRow>(
    sql`update contact_messages set status = ${status}, done_by = ${doneBy},
        done_at = case when ${status === 'done'} then now() end, version = version + 1, updated_at = now()
      where id = ${before.id} returning *`,
  )
  ctx.record({
    type: 'contact_message.updated',
    subject: { kind: 'contact_message', id: before.id, key: null },
    organizationId: null,
    changes: { status: { from: before.status, to: status } },
  })
  return contactMessageFromRow(row!)
})

export const deleteContact = operation({
  id: 'contact.delete',
  summary: 'Delete a message of the contact form permanently.',
  http: 'DELETE /api/admin/contact/:contact',
  access: platformAdmin,
  destructive: true,
  input: z.object({ contact: messageRef }),
  output: z.object({ id: z.uuid(), deleted: z.literal(true) }),
}).run(async (ctx, { contact }) => {
  const { id, version } = await lockMessage(ctx.db, contact)
  expectVersion(ctx, version)
  await ctx.db.run(sql`delete from contact_messages where id = ${id}`)
  ctx.record({
    type: 'contact_message.deleted',
    subject: { kind: 'contact_message', id, key: null },
    organizationId: null,
  })
  return { id, deleted: true as const }
})

async function lockMessage(db: Queries, ref: string): Promise<ContactMessageRow> {
  const [row] = anyUuid.test(ref)
    ? await db.run<ContactMessageRow>(sql`select * from contact_messages where id = ${ref} for update`)
    : []
  return row ?? reject('not_found', { kind: 'message', ref })
}
