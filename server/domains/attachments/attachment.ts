import { z } from 'zod'
import type { Rows } from '../../database/row-types.ts'
import { sql } from '../../database/sql.ts'
import { Who, whoFromActor } from '../../operations/actor.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import { type Subject, subjectKinds } from './subject.ts'

/** The API representation of an attachment, without its content. */
export const Attachment = z
  .object({
    id: z.uuid(),
    item: z
      .object({ kind: z.enum(subjectKinds), id: z.uuid(), key: z.string().nullable() })
      .describe('The item it belongs to. Notes have no key.'),
    name: z.string().describe('File name.'),
    type: z.string().describe('Media type, detected from the content.'),
    size: z.int().describe('Size in bytes.'),
    isImage: z.boolean().describe('Whether texts can show it as an image.'),
    url: z.string().describe('Path of the download, for links in Markdown.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    may: z
      .object({ delete: z.boolean().describe('Delete it: users who can edit the item.') })
      .describe('Actions the caller can take.'),
  })
  .meta({ id: 'Attachment' })

/** A row without the content, which only the download reads. */
export type AttachmentRow = Omit<Rows['attachments'], 'bytes'>

export const attachmentColumns = sql`a.id, a.organization_id, a.subject_kind, a.subject_id, a.name, a.type, a.size,
  a.created_by, a.created_at`

export function attachmentFromRow(
  row: AttachmentRow,
  { kind, id, key }: Pick<Subject, 'kind' | 'id' | 'key'>,
  right: ProjectRight,
  caller: Caller,
): z.output<typeof Attachment> {
  return {
    id: row.id,
    item: { kind, id, key },
    name: row.name,
    type: row.type,
    size: row.size,
    isImage: isImage(row.type),
    url: `/api/attachments/${row.id}`,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    may: may(caller, { delete: hasRight(right, 'edit') }),
  }
}

export const attachmentRef = reference('attachment', 'The attachment id.')

export const isImage = (type: string): boolean => type.startsWith('image/')
