import { z } from 'zod'
import type { Config } from '../../config.ts'
import { orderByOldest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import type { EventType } from '../../database/events.ts'
import { reject } from '../../errors/errors.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { lockOrganization } from '../membership/lock.ts'
import { requireRoom } from '../membership/plans.ts'
import { onAttachment } from './access.ts'
import {
  Attachment,
  type AttachmentRow,
  attachmentColumns,
  attachmentFromRow,
  attachmentRef,
  isImage,
} from './attachment.ts'
import { cleanName, detectType } from './file.ts'
import { type Subject, onSubject, subjectRef } from './subject.ts'

const mebibyte = 1024 ** 2
const maxBytes = (config: Pick<Config, 'ATTACHMENT_SIZE'>) => config.ATTACHMENT_SIZE * mebibyte

export const createAttachment = operation({
  id: 'attachments.create',
  summary: 'Attach a file to an epic, story, task, feature, note, decision or spec.',
  http: 'POST /api/attachments',
  access: onSubject('edit'),
  created: true,
  upload: 'file',
  maxUploadBytes: maxBytes,
  input: z.object({
    item: subjectRef,
    file: z.file().min(1).describe('The file. ATTACHMENT_SIZE limits its size.'),
    name: z.string().trim().min(1).max(500).optional().describe('File name. Default: that of the upload.'),
  }),
  output: Attachment,
  prepare: async (_context, { file }) => ({ bytes: Buffer.from(await file.arrayBuffer()) }),
}).run(async (ctx, { file, name = file.name }) => {
  const { app, db, organization, subject, bytes } = ctx
  const size = bytes.length
  await requireQuota(ctx, organization.id, size)
  await requireRoom({ app, db }, organization.id, 'storage', size)
  const [row] = await db.run<AttachmentRow>(
    sql`insert into attachments as a (id, organization_id, subject_kind, subject_id, name, type, size, bytes, created_by)
      values (${newId()}, ${organization.id}, ${subject.kind}, ${subject.id}, ${cleanName(name)}, ${detectType(bytes)},
        ${size}, ${bytes}, ${JSON.stringify(actorOf(ctx.caller))})
      returning ${attachmentColumns}`,
  )
  record(ctx, 'attachment.created', row!, subject)
  return attachmentFromRow(row!, subject, subject.right, ctx.caller)
})

export const listAttachments = operation({
  id: 'attachments.list',
  summary: 'List the files attached to an epic, story, task, feature, note, decision or spec, oldest first.',
  http: 'GET /api/attachments',
  shows: ['attachment', 'user'],
  access: onSubject('view'),
  input: z.object({ item: subjectRef, ...pageInput }),
  output: pageOf(Attachment),
}).run(({ db, subject, caller }, input) =>
  readPage(
    db,
    input,
    orderByOldest('a.id'),
    ({ after, orderAndLimit }) =>
      sql`select ${attachmentColumns} from attachments a where a.subject_id = ${subject.id} and ${after} ${orderAndLimit}`,
    (row: AttachmentRow) => attachmentFromRow(row, subject, subject.right, caller),
  ),
)

export const getAttachment = operation({
  id: 'attachments.get',
  summary: 'Download an attached file. Only PNG, JPEG, GIF and WebP images are shown in a browser.',
  http: 'GET /api/attachments/:attachment',
  shows: ['attachment'],
  access: onAttachment('view'),
  answers: 'file',
  input: z.object({ attachment: attachmentRef }),
  output: z.object({
    type: z.string(),
    bytes: z.instanceof(Uint8Array),
    etag: z.string(),
    lasting: z.boolean(),
    name: z.string().optional(),
  }),
}).run(async ({ db, attachment: { id, type, name } }) => {
  const [content] = await db.run<{ bytes: Uint8Array<ArrayBuffer> }>(
    sql`select bytes from attachments where id = ${id}`,
  )
  if (!content) reject('not_found', { kind: 'attachment', ref: id })
  // The content of an id never changes, but the viewer can lose access, so caches must ask again.
  return { type, bytes: content.bytes, etag: id, lasting: false, ...(!isImage(type) && { name }) }
})

export const deleteAttachment = operation({
  id: 'attachments.delete',
  summary: 'Delete an attached file permanently.',
  http: 'DELETE /api/attachments/:attachment',
  access: onAttachment('edit'),
  destructive: true,
  input: z.object({ attachment: attachmentRef }),
  output: Attachment,
}).run(async (ctx) => {
  const { db, attachment, subject } = ctx
  const [row] = await db.run(sql`delete from attachments where id = ${attachment.id} returning id`)
  if (!row) reject('not_found', { kind: 'attachment', ref: attachment.id })
  record(ctx, 'attachment.deleted', attachment, subject)
  return attachmentFromRow(attachment, subject, subject.right, ctx.caller)
})

/** Rejects a file for which the organization has no space left. Locks the organization, so that uploads are counted. */
async function requireQuota({ app, db }: Context, organizationId: string, size: number): Promise<void> {
  const quota = app.config.ATTACHMENT_QUOTA
  await lockOrganization(db, organizationId)
  const [used] = await db.run<{ bytes: number }>(
    sql`select coalesce(sum(size), 0)::float8 as bytes from attachments where organization_id = ${organizationId}`,
  )
  if (used!.bytes + size > quota * mebibyte) reject('attachments_full', { limit: `${quota} MiB` })
}

function record(
  ctx: Context,
  type: EventType,
  { id, name, organization_id }: AttachmentRow,
  subject: Subject,
) {
  ctx.record({
    type,
    subject: { kind: 'attachment', id, key: name },
    organizationId: organization_id,
    projectId: subject.projectId,
    ...(subject.privateTo && { privateTo: subject.privateTo }),
    data: { item: { kind: subject.kind, id: subject.id, key: subject.key }, name },
  })
}
