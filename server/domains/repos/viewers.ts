import { sql } from '../../database/sql.ts'
import type { Queries } from '../../database/connect.ts'
import { type Entry, appendJournal } from '../../database/journal.ts'
import { system } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { CodeHostFailure } from '../../platform/code-host.ts'
import { HostUnavailable } from '../code-hosts/host-unavailable.ts'
import { isRepoName } from '../code-hosts/host-urls.ts'
import { openClient } from '../code-hosts/open-client.ts'
import { openOwnAccount } from '../code-hosts/own-account.ts'
import type { ViewerCheck } from '../code-hosts/viewer-queue.ts'
import { visibleToMember } from '../projects/visible-projects.ts'

/** Checks per run, the oldest first. Each is a conditional request, which doesn't count against the host's limit. */
const maxChecks = 5000

/** A person and a private repository of a project that they can see. */
interface Pair {
  repo_id: string
  organization_id: string
  project_id: string
  api_url: string
  host_name: string
  user_id: string
  is_connector: boolean
  can_read: boolean | null
}

/** Asks the code hosts, with each person's own account, who can read the private repositories of accounts. */
export async function checkViewers(app: App, { user, repo }: ViewerCheck = {}): Promise<void> {
  const pairs = await app.database.run<Pair>(
    sql`select r.id as repo_id, r.organization_id, r.project_id, r.api_url, r.host_name, m.user_id,
        r.connected_by is not distinct from m.user_id as is_connector, v.can_read
      from repos r join projects p on p.id = r.project_id and p.deleted_at is null
        join organization_members m on m.organization_id = r.organization_id and ${visibleToMember}
        join user_integrations i on i.user_id = m.user_id and i.provider = 'github'
        left join repo_viewers v on v.repo_id = r.id and v.user_id = m.user_id
      where r.private_to is not null and r.deleted_at is null and r.api_url is not null and r.host_name is not null
        ${user === undefined ? sql.empty : sql`and m.user_id = ${user}`}
        ${repo === undefined ? sql.empty : sql`and r.id = ${repo}`}
      order by v.checked_at nulls first, r.id limit ${maxChecks}`,
  )
  for (const [userId, own] of Map.groupBy(pairs, ({ user_id }) => user_id)) {
    if (app.stopping.aborted) return
    await checkViewer(app, userId, own)
  }
}

async function checkViewer(app: App, userId: string, pairs: Pair[]): Promise<void> {
  const account = await openOwnAccount(app, userId).catch((error: unknown) => {
    if (error instanceof HostUnavailable) return undefined
    throw error
  })
  for (const pair of pairs) {
    const isThere = account?.apiUrl === pair.api_url
    const answer = isThere ? await canRead(app, account, pair) : 'no account'
    if (answer === 'unknown') continue
    if (answer === 'limited') return
    // The person who connected the repository can see that their account no longer works, and replace it.
    if (answer === 'no account' && pair.is_connector) continue
    await storeAnswer(app, pair, answer === true)
  }
}

type Answer = boolean | 'no account' | 'limited' | 'unknown'

async function canRead(
  app: App,
  account: { apiUrl: string; token: string },
  { host_name: name }: Pair,
): Promise<Answer> {
  if (!isRepoName(name)) return false
  try {
    await openClient(app, account).get(`/repos/${name}`)
    return true
  } catch (error) {
    if (error instanceof HostUnavailable) return 'no account'
    if (!(error instanceof CodeHostFailure)) throw error
    if (error.retryAfterSeconds !== undefined) return 'limited'
    if (error.status === 401) return 'no account'
    return [403, 404, 410, 451].includes(error.status) ? false : 'unknown'
  }
}

async function storeAnswer(app: App, pair: Pair, canReadNow: boolean): Promise<void> {
  const { repo_id: id, user_id: userId, organization_id: organizationId } = pair
  if (canReadNow === (pair.can_read ?? false)) {
    await storeViewer(app.database, id, userId, canReadNow)
    return
  }
  // The person's pages show or hide the repository. No one else receives this event, and it omits the name.
  const entry: Entry = {
    type: 'repo.updated',
    subject: { kind: 'repo', id },
    organizationId,
    projectId: pair.project_id,
    privateTo: userId,
    data: { canRead: canReadNow },
  }
  await app.database.transaction(async (db) => {
    await storeViewer(db, id, userId, canReadNow)
    await appendJournal(db, system, null, [entry])
  })
  app.bus.journalGrew([organizationId])
}

/** Stores whether a person can read a repository at its host. Skips a repository that was deleted since. */
export async function storeViewer(
  db: Queries,
  repoId: string,
  userId: string,
  canReadNow: boolean,
): Promise<void> {
  await db.run(
    sql`insert into repo_viewers (repo_id, user_id, can_read, checked_at)
      select id, ${userId}, ${canReadNow}, now() from repos where id = ${repoId}
      on conflict (repo_id, user_id) do update set can_read = excluded.can_read, checked_at = excluded.checked_at`,
  )
}

/** Stores that a person's own account lists these repositories at a host. */
export async function storeListed(
  db: Queries,
  { userId, apiUrl, organizationId }: { userId: string; apiUrl: string; organizationId: string },
  names: string[],
): Promise<void> {
  if (names.length === 0) return
  await db.run(
    sql`insert into repo_viewers (repo_id, user_id, can_read, checked_at)
      select r.id, ${userId}, true, now() from repos r
       where r.organization_id = ${organizationId} and r.private_to is not null and r.deleted_at is null
         and r.api_url = ${apiUrl} and lower(r.host_name) = any(${names.map((name) => name.toLowerCase())})
      on conflict (repo_id, user_id) do update set can_read = true, checked_at = excluded.checked_at`,
  )
}
