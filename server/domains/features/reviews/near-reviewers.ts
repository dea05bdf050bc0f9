import { sql } from '../../../database/sql.ts'

/**
 * Selects the users closest to the feature `f` of the project `p`: the project's creator, the leads of its team, and
 * earlier reviewers. A review is requested from them. If only the author remains, owners and admins are asked instead.
 */
export const nearReviewers = sql`select p.created_by as id
       union all
       select tm.user_id from team_members tm where tm.team_id = p.team_id and tm.role = 'lead'
       union all
       select (r.created_by ->> 'id')::uuid from reviews r where r.feature_id = f.id and r.human`
