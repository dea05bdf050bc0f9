import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { isDoneBy } from '../../../operations/actor.ts'
import { projectsVisibleTo } from '../../projects/access.ts'
import { specStatuses } from './tables.ts'

export const OwnSpec = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  key: z.string(),
  project: z.string(),
  title: z.string(),
  content: z.string(),
  status: z.enum(specStatuses),
  revision: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** Returns the specs that a user wrote, in every organization, if they can still see them. */
export function ownSpecs(db: Queries, userId: string) {
  return db.run<z.output<typeof OwnSpec>>(
    sql`select s.id, s.organization_id as "organizationId", s.key, p.slug as project, s.title, s.content, s.status, s.revision,
            s.created_at as "createdAt", s.updated_at as "updatedAt"
       from ${projectsVisibleTo(userId)} join specs s on s.project_id = p.id
      where p.deleted_at is null and s.deleted_at is null and ${isDoneBy(userId, sql`s.created_by`)}
      order by s.id desc limit 1000`,
  )
}
