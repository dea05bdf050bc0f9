import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { isDoneBy } from '../../operations/actor.ts'
import { subjectKinds } from './subject.ts'

export const OwnAttachment = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  item: z.object({ kind: z.enum(subjectKinds), id: z.uuid() }),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  url: z.string().describe('Path of the download.'),
  createdAt: z.iso.datetime(),
})

/** Returns the files that a user attached, newest first. The content is left out, because it can be large. */
export function ownAttachments(db: Queries, userId: string, limit: number) {
  return db.run<z.output<typeof OwnAttachment>>(
    sql`select a.id, a.organization_id as "organizationId", a.name, a.type, a.size, a.created_at as "createdAt",
            jsonb_build_object('kind', a.subject_kind, 'id', a.subject_id) as item, '/api/attachments/' || a.id as url
       from attachments a
       join organization_members om on om.organization_id = a.organization_id and om.user_id = ${userId}
      where ${isDoneBy(userId, sql`a.created_by`)} order by a.id desc limit ${limit}`,
  )
}
