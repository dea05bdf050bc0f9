import type { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { projectsVisibleTo } from '../../projects/access.ts'
import { type SeenDecision, fromDecisions, seenDecision } from './access.ts'
import { Decision, sharedFields } from './decision.ts'

export const OwnDecision = Decision.omit({ may: true, supersedes: true, supersededBy: true })

/** Returns the decisions that a user or their agents logged and that the user can still see, newest first. */
export async function ownDecisions(
  db: Queries,
  userId: string,
  limit: number,
): Promise<z.output<typeof OwnDecision>[]> {
  const rows = await db.run<SeenDecision>(
    sql`select ${seenDecision} from ${fromDecisions}
      where d.deleted_at is null and ${userId}::uuid::text in (d.created_by ->> 'id', d.created_by -> 'onBehalfOf' ->> 'id')
        and case when d.project_id is null
            then exists (select 1 from organization_members o
                          where o.organization_id = d.organization_id and o.user_id = ${userId} and o.role <> 'guest')
            else d.project_id in (select p.id from ${projectsVisibleTo(userId)} where p.deleted_at is null) end
      order by d.id desc limit ${limit}`,
  )
  return rows.map(sharedFields)
}
