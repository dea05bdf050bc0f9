import { sql } from '../../database/sql.ts'

/** Columns of repository `r` about its code host, for lists. Omits the secret of its webhook. */
export const hostColumns = sql`r.access, r.connected_by, r.code_host_id, r.host_url, r.api_url, r.host_name, r.is_private,
  r.fix, r.hook_secret is not null as has_hook_secret, r.hook_id, r.hook_failure, r.hook_received_at, r.pulls_until,
  r.sync_wanted_at, r.syncing_since, r.sync_tried_at, r.sync_not_before,
  (select count(*)::int from pull_requests q where q.repo_id = r.id and q.state = 'open') as open_pulls`

/** Selects the checks of a commit of a repository as a JSON list. Both arguments are SQL. */
export function checksOf(repo: string, commit: string) {
  return sql.raw(`coalesce((select jsonb_agg(jsonb_build_object('name', c.name, 'status', c.status,
      'conclusion', c.conclusion, 'url', c.url) order by c.name)
    from check_runs c where c.repo_id = ${repo} and c.commit = ${commit}), '[]')`)
}

/** The checks of the newest commit of repository `r`. */
export const headChecks = sql`${checksOf('r.id', 'r.head')} as head_checks`
