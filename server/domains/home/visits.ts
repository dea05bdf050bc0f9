import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'

/** A break without a visit, after which the next visit is a new one. */
const breakMinutes = 30

/** Limits the activity of a person who was away for long, or visits for the first time. */
const maxDays = 14

const isNewVisit = sql`v.last_seen_at < now() - interval '1 minute' * ${sql.raw(breakMinutes)}`

/** Records that the person is here. The first request after a break ends the previous visit. */
export async function recordVisit(db: Queries, { user, organization }: InOrganization): Promise<void> {
  await db.run(
    sql`insert into home_visits as v (user_id, organization_id) values (${user.id}, ${organization.id})
      on conflict (user_id, organization_id) do update set
        previous_at = case when ${isNewVisit} then v.last_seen_at else v.previous_at end, last_seen_at = now()`,
  )
}

/** The start of the activity that the person hasn't seen. */
export interface Since {
  at: string
  /** Whether it is the end of their previous visit. Otherwise it only limits how far back the activity goes. */
  isVisit: boolean
}

/** Returns the same before and after the request that starts a new visit. */
export async function sinceLastVisit(db: Queries, { user, organization }: InOrganization): Promise<Since> {
  const [row] = await db.run<Since>(
    sql`select coalesce(previous > oldest, false) as "isVisit",
           case when previous > oldest then previous else oldest end as at
       from (select now() - interval '1 day' * ${sql.raw(maxDays)} as oldest) limits
       left join (select case when ${isNewVisit} then v.last_seen_at else v.previous_at end as previous
         from home_visits v where v.user_id = ${user.id} and v.organization_id = ${organization.id}) visit on true`,
  )
  return row!
}
