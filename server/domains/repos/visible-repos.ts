import { type Sql, sql } from '../../database/sql.ts'
import type { Seer } from '../projects/access.ts'

/**
 * Condition on `r` (repos), beside the one for visible projects: the repositories that the caller can see. A private
 * repository that was connected with a personal account is visible to people who can read it at the code host. An
 * administrator who acts as one of them can't.
 */
export function visibleRepos({ user, caller }: Pick<Seer, 'user' | 'caller'>, alias: 'r' | 't' = 'r'): Sql {
  const repo = sql.raw(alias)
  if (caller.kind === 'impersonation') return sql`${repo}.private_to is null`
  return sql`(${repo}.private_to is null or exists (
    select 1 from repo_viewers v where v.repo_id = ${repo}.id and v.user_id = ${user.id} and v.can_read))`
}
