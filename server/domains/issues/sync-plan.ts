import type { Queries } from '../../database/connect.ts'
import type { Entry } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { CodeHost } from '../../platform/code-host.ts'
import { RemoteIssue, readAllIssues } from './code-host.ts'
import { issueEntry } from './change-issue.ts'
import { type IssueRow, type IssueState, endStates } from './issue.ts'

/*
 * Synchronizes the state of linked issues. `remote_state` is the common base: a state that differs from it has changed
 * since the last sync. Both sides only know open and closed in common, so two concurrent changes can't conflict.
 */

export interface SyncPlan {
  repo: string
  checked: number
  /** Issues whose state at the code host is new here, or was just sent there. */
  updates: { id: string; remote: RemoteIssue; sent: boolean }[]
  /** The time up to which all changes at the code host are known, after a complete sync. */
  syncedUntil: string | null
}

/** Reads the states at the code host and sends the newer ones there. Changes nothing here. */
export async function planSync(
  db: Queries,
  codeHost: CodeHost,
  repo: string,
  only?: string,
): Promise<SyncPlan> {
  const issues = await db.run<IssueRow>(
    sql`select * from issues i where i.remote_repo = ${repo} ${only ? sql`and i.id = ${only}` : sql.empty} order by i.number`,
  )
  const remotes = only
    ? await readOne(codeHost, repo, issues[0])
    : await readChanged(db, codeHost, repo, issues)
  const plan: SyncPlan = { repo, checked: issues.length, updates: [], syncedUntil: null }
  if (!only)
    plan.syncedUntil =
      remotes
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .at(-1) ?? null
  const byNumber = new Map(remotes.map((remote) => [remote.number, remote]))
  for (const issue of issues) {
    const remote = byNumber.get(issue.remote_number!)
    const hasChangedThere = remote !== undefined && remote.state !== issue.remote_state
    if (hasChangedThere) plan.updates.push({ id: issue.id, remote, sent: false })
    else if (remoteStateOf(issue.state) !== issue.remote_state)
      plan.updates.push({ id: issue.id, remote: await sendState(codeHost, repo, issue), sent: true })
  }
  return plan
}

async function readOne(
  codeHost: CodeHost,
  repo: string,
  issue: IssueRow | undefined,
): Promise<RemoteIssue[]> {
  return issue ? [await readRemote(codeHost, repo, issue.remote_number!)] : []
}

export async function readRemote(codeHost: CodeHost, repo: string, number: number): Promise<RemoteIssue> {
  return RemoteIssue.parse(await codeHost.get(`/repos/${repo}/issues/${number}`))
}

/** Reads only the issues that changed there since the last complete sync. */
async function readChanged(db: Queries, codeHost: CodeHost, repo: string, issues: IssueRow[]) {
  if (issues.length === 0) return []
  const [last] = await db.run<{ synced_until: string }>(
    sql`select synced_until from issue_syncs where repo = ${repo}`,
  )
  const since = last?.synced_until ?? issues.map((each) => each.remote_updated_at!).toSorted()[0]!
  // Oldest first, so that a change during the paging appears on a later page instead of moving issues between pages.
  return readAllIssues(codeHost, repo, { state: 'all', since, sort: 'updated', direction: 'asc' })
}

async function sendState(codeHost: CodeHost, repo: string, issue: IssueRow): Promise<RemoteIssue> {
  const state = remoteStateOf(issue.state)
  const reason = issue.state === 'closed' ? 'not_planned' : 'completed'
  const change = { state, state_reason: state === 'open' ? 'reopened' : reason }
  return RemoteIssue.parse(
    await codeHost.send('PATCH', `/repos/${repo}/issues/${issue.remote_number}`, change),
  )
}

export function remoteStateOf(state: IssueState): 'open' | 'closed' {
  return endStates.includes(state) ? 'closed' : 'open'
}

/** Returns the state here after a change there. Keeps a state that already means the same. */
function stateAfter(state: IssueState, remote: RemoteIssue): IssueState {
  if (remoteStateOf(state) === remote.state) return state
  if (remote.state === 'open') return 'open'
  return remote.state_reason === 'not_planned' ? 'closed' : 'resolved'
}

/** Stores the outcome of a sync, and returns the journal entries of the issues whose state changed here. */
export async function applySync(db: Queries, { repo, updates, syncedUntil }: SyncPlan): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const { id, remote, sent } of updates) {
    const [issue] = await db.run<IssueRow>(
      sql`select * from issues where id = ${id} and remote_repo = ${repo} and remote_number = ${remote.number} for update`,
    )
    // It was unlinked or linked to another one concurrently.
    if (!issue) continue
    // A state that changed here while it was sent stays, and the next sync sends it.
    const state = sent ? issue.state : stateAfter(issue.state, remote)
    const isChanged = state !== issue.state
    await db.run(
      sql`update issues set state = ${state}, remote_state = ${remote.state}, remote_updated_at = ${remote.updated_at}
          ${isChanged ? sql`, version = version + 1, updated_at = now()` : sql.empty} where id = ${id}`,
    )
    if (!isChanged) continue
    const changes = { state: { from: issue.state, to: state } }
    entries.push(
      issueEntry('issue.updated', issue, { version: issue.version + 1, changes, data: { synced: true } }),
    )
  }
  if (syncedUntil)
    await db.run(
      sql`insert into issue_syncs (repo, synced_until) values (${repo}, ${syncedUntil})
        on conflict (repo) do update set synced_until = greatest(issue_syncs.synced_until, excluded.synced_until)`,
    )
  return entries
}
