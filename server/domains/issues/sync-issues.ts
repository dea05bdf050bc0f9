import { z } from 'zod'
import { maxInteger } from '../../database/column-schemas.ts'
import { sql } from '../../database/sql.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { type SignedIn, platformAdmin } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { type Asking, operation } from '../../operations/operation.ts'
import { createLine } from '../../platform/line.ts'
import { findIssue } from './access.ts'
import { issueEntry } from './change-issue.ts'
import { type RemoteIssue, explainFailures, requireIssueRepo } from './code-host.ts'
import { publishIssue } from './publish-issue.ts'
import { AdminIssue, type IssueWithNames, adminIssueFromRow, issueRef } from './issue.ts'
import { rereadIssue } from './read-issues.ts'
import { type SyncPlan, applySync, planSync, readRemote } from './sync-plan.ts'

const input = z.object({
  action: z
    .enum(['sync', 'link', 'create', 'unlink'])
    .default('sync')
    .describe('Sync states (default), link to an existing issue, create one at the code host, or unlink.'),
  issue: issueRef.optional().describe('Reported issue, required unless you sync all linked ones.'),
  remoteNumber: z.int().min(1).max(maxInteger).optional().describe('Issue at the code host, for link.'),
  title: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Title there, for create. Default: its title.'),
  body: z
    .string()
    .trim()
    .max(20_000)
    .optional()
    .describe('Text there, for create. Everyone who reads the repository sees it. Default: its description.'),
})

export const syncIssues = operation({
  id: 'issues.sync',
  summary: 'Sync reported issues with linked ones at the code host, in both directions, or change a link.',
  http: 'POST /api/admin/github/sync',
  access: platformAdmin,
  outside: true,
  input,
  output: z.object({
    checked: z.int().describe('Linked issues that were compared.'),
    changedHere: z.int().describe('Issues whose state changed here.'),
    changedThere: z.int().describe('Issues whose state was sent to the code host.'),
    issue: AdminIssue.nullable().describe('Named issue after the change.'),
  }),
  prepare: contactCodeHost,
}).run(async (ctx, { action, issue: ref }) => {
  const issue = ref === undefined ? null : await findIssue({ db: ctx.db, hold: true }, ref, sql`true`)
  if (action === 'unlink') await unlink(ctx, issue!)
  if (ctx.remote) await link(ctx, issue!, ctx.repo, ctx.remote)
  const entries = ctx.plan ? await applySync(ctx.db, ctx.plan) : []
  for (const entry of entries) ctx.record(entry)
  return {
    checked: ctx.plan?.checked ?? 0,
    changedHere: entries.length,
    changedThere: ctx.plan?.updates.filter(({ sent }) => sent).length ?? 0,
    issue: issue && adminIssueFromRow(await rereadIssue(ctx.db, issue.id)),
  }
})

interface Contacted {
  repo: string
  /** The issue at the code host to link. */
  remote?: RemoteIssue
  plan?: SyncPlan
}

// Two clicks on the button must not create two issues there. Across nodes, `publishIssue` finds the first one.
const oneAtATime = createLine(1)

/** Sends all requests before the transaction, because they can take seconds. */
async function contactCodeHost(
  { app }: Asking & SignedIn,
  { action, issue: ref, remoteNumber, title, body }: z.output<typeof input>,
): Promise<Contacted> {
  const db = app.database
  if (ref === undefined && action !== 'sync') rejectField('issue', 'Name the reported issue.')
  const issue = ref === undefined ? undefined : await findIssue({ db, hold: false }, ref, sql`true`)
  // Works without a configured code host, too.
  if (action === 'unlink') return { repo: '' }
  const { codeHost, repo } = requireIssueRepo(app)
  return explainFailures(codeHost, async () => {
    if (action === 'link') {
      if (remoteNumber === undefined) rejectField('remoteNumber', 'Pass the number of an issue there.')
      return { repo, remote: await readRemote(codeHost, repo, remoteNumber) }
    }
    if (action === 'create') {
      // Repeated: the issue is linked already.
      if (issue!.remote_number !== null) return { repo }
      return { repo, remote: await oneAtATime(() => publishIssue(codeHost, repo, issue!, { title, body })) }
    }
    return { repo, plan: await planSync(db, codeHost, repo, issue?.id) }
  })
}

async function link(ctx: Context, issue: IssueWithNames, repo: string, remote: RemoteIssue): Promise<void> {
  if (issue.remote_repo === repo && issue.remote_number === remote.number) return
  if (remote.pull_request) rejectField('remoteNumber', `#${remote.number} is a pull request there.`)
  if (issue.remote_number !== null) reject('issue_linked', { issue: issue.number, url: issue.remote_url! })
  const [other] = await ctx.db.run<{ number: number }>(
    sql`select number from issues where remote_repo = ${repo} and remote_number = ${remote.number}`,
  )
  if (other) reject('issue_linked', { issue: other.number, url: remote.html_url })
  await ctx.db.run(
    sql`update issues set remote_repo = ${repo}, remote_number = ${remote.number}, remote_url = ${remote.html_url},
        remote_state = ${remote.state}, remote_updated_at = ${remote.updated_at}, version = version + 1,
        updated_at = now() where id = ${issue.id}`,
  )
  ctx.record(issueEntry('issue.linked', issue, { version: issue.version + 1 }))
}

async function unlink(ctx: Context, issue: IssueWithNames): Promise<void> {
  if (issue.remote_number === null) return
  await ctx.db.run(
    sql`update issues set remote_repo = null, remote_number = null, remote_url = null, remote_state = null,
        remote_updated_at = null, version = version + 1, updated_at = now() where id = ${issue.id}`,
  )
  ctx.record(issueEntry('issue.unlinked', issue, { version: issue.version + 1 }))
}
