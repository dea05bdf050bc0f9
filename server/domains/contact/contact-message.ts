import { z } from 'zod'
import type { Rows } from '../../database/row-types.ts'
import { Who, whoFromActor } from '../../operations/actor.ts'

export const contactStatuses = ['open', 'done'] as const

/** A message of the contact form, as administrators see it. */
export const ContactMessage = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string().describe('Address that the sender entered. It is not verified.'),
    subject: z.string(),
    message: z.string(),
    status: z.enum(contactStatuses),
    doneBy: Who.nullable(),
    doneAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'ContactMessage' })

export type ContactMessageRow = Rows['contact_messages']

export function contactMessageFromRow(row: ContactMessageRow): z.output<typeof ContactMessage> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    status: row.status,
    doneBy: row.done_by && whoFromActor(row.done_by),
    doneAt: row.done_at,
    createdAt: row.created_at,
    version: row.version,
  }
}
