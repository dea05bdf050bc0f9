import { z } from 'zod'
import { type ListOrder, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { actorOf } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { decidesRun, isOwner, onRun, onTunnel, seesAllRuns } from './access.ts'
import { cancelRun } from './change-run.ts'
import { actionNames, maxTimeoutSeconds } from './declaration.ts'
import { recordRun } from './record-events.ts'
import { requestRun } from './request-run.ts'
import { Run, RunInHistory, isFinal, runFromRow, runInHistoryFromRow, runRef } from './run.ts'
import { type RunRow, runStates } from './tables.ts'
import { tunnelRef } from './tunnel.ts'
import { waitForRun } from './wait-for-run.ts'

const waitSeconds = z
  .int()
  .min(0)
  .max(60)
  .default(0)
  .describe('Seconds to wait for the end of the run. Default 0, maximum 60.')

export const execute = operation({
  id: 'tunnels.execute',
  summary: 'Run an action on a machine. A repeated request with the same id returns the same run.',
  http: 'POST /api/tunnels/:tunnel/actions',
  access: onTunnel('use'),
  created: true,
  ownTransactions: true,
  input: z.object({
    tunnel: tunnelRef,
    id: z.uuid().optional().describe('Id of the run that you choose, so that a retry never runs it twice.'),
    action: z.enum(actionNames).describe('One of the actions that the machine declares.'),
    target: z
      .string()
      .max(64)
      .optional()
      .describe('Folder, command, test suite or MCP server by its name, as the action declares it.'),
    input: z
      .record(z.string().max(64), z.unknown())
      .default({})
      .describe('Input of the action, by its declared schema.'),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(maxTimeoutSeconds)
      .optional()
      .describe('Seconds until the machine stops it. Default and maximum: those of the action.'),
    waitSeconds,
  }),
  output: Run,
}).run(async (ctx, { waitSeconds: seconds, ...requested }) => {
  const run = await requestRun(ctx.app, ctx.caller, ctx.request, requested)
  return runFromRow(await waitForRun(ctx.app, ctx.caller, ctx.request, run, seconds))
})

export const getRun = operation({
  id: 'tunnels.getRun',
  summary: 'Show a run: its state, result and the end of its output.',
  http: 'GET /api/tunnels/:tunnel/runs/:run',
  access: onRun,
  shows: ['tunnel_run'],
  input: z.object({ tunnel: tunnelRef, run: runRef, waitSeconds }),
  output: Run,
}).run(async (ctx, { waitSeconds: seconds }) =>
  runFromRow(await waitForRun(ctx.app, ctx.caller, ctx.request, ctx.run, seconds)),
)

const newestFirst: ListOrder = {
  sort: '-createdAt',
  id: 'r.id',
  column: 'r.created_at',
  type: 'timestamptz',
  descending: true,
}

export const listRuns = operation({
  id: 'tunnels.listRuns',
  summary: 'List the runs of a machine, newest first. Its owner and admins see all, others their own.',
  http: 'GET /api/tunnels/:tunnel/actions/history',
  access: onTunnel('view'),
  shows: ['tunnel_run'],
  input: z.object({
    tunnel: tunnelRef,
    state: z.enum(runStates).optional().describe('Only runs in this state.'),
    action: z.enum(actionNames).optional().describe('Only runs of this action.'),
    requester: z.uuid().optional().describe('Only runs that this user or agent requested: the id.'),
    query: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe('Text to find in the target, the requester and the reason.'),
    ...pageInput,
  }),
  output: pageOf(RunInHistory),
}).run(async (ctx, { state, action, requester, query, ...page }) => {
  const conditions = [sql`r.tunnel_id = ${ctx.tunnel.id}`]
  if (!seesAllRuns(ctx.tunnel, ctx)) {
    conditions.push(sql`r.user_id = ${ctx.user.id}`)
    if (ctx.caller.agent) conditions.push(sql`r.agent_id = ${ctx.caller.agent.id}`)
  }
  if (state) conditions.push(sql`r.state = ${state}`)
  if (action) conditions.push(sql`r.action = ${action}`)
  if (requester) conditions.push(sql`(r.user_id = ${requester} or r.agent_id = ${requester})`)
  if (query) {
    const pattern = `%${query.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`concat_ws(' ', r.action, r.target, r.requester ->> 'name',
      r.requester -> 'onBehalfOf' ->> 'name', r.reason) ilike ${pattern}`)
  }
  return readPage(
    ctx.db,
    page,
    newestFirst,
    ({ after, orderAndLimit }) =>
      sql`select r.*, r.created_at::text as sort_value from tunnel_runs r
        where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
    (row: RunRow & { sort_value: string }) => runInHistoryFromRow(row),
  )
})

export const decide = operation({
  id: 'tunnels.decide',
  summary: 'Allow or refuse a run on your machine that waits for your consent.',
  http: 'POST /api/tunnels/:tunnel/runs/:run/decide',
  access: decidesRun,
  input: z.object({
    tunnel: tunnelRef,
    run: runRef,
    decision: z.enum(['allow', 'refuse']).describe('Your decision.'),
  }),
  output: Run,
}).run(async (ctx, { decision }) => {
  const { app, run, tunnel } = ctx
  if (isFinal(run.state)) reject('run_ended')
  if (run.state === 'asked' && run.decision === decision) return runFromRow(run)
  if (run.state !== 'asked' || run.decision) reject('run_not_asked')
  const [decided] = await ctx.db.run<RunRow>(
    sql`update tunnel_runs set decision = ${decision}, decided_by = ${JSON.stringify(actorOf(ctx.caller))}
      where tunnel_id = ${tunnel.id} and id = ${run.id} returning *`,
  )
  recordRun(ctx, 'tunnel_run.decided', tunnel, decided!, { data: { decision } })
  ctx.afterCommit(() => {
    app.bus.tunnelWaits(tunnel.id)
    app.bus.runChanged(run.id)
  })
  return runFromRow(decided!)
})

export const cancel = operation({
  id: 'tunnels.cancel',
  summary:
    'Cancel a run. One that the machine has not received ends immediately, otherwise the machine stops it.',
  http: 'POST /api/tunnels/:tunnel/runs/:run/cancel',
  access: onRun,
  input: z.object({ tunnel: tunnelRef, run: runRef }),
  output: Run,
}).run(async (ctx) => {
  const { caller, run, tunnel } = ctx
  if (run.cancelled_by) return runFromRow(run)
  if (isFinal(run.state)) reject('run_ended')
  const by = isOwner(tunnel, ctx) ? "The machine's owner" : 'The requester'
  return runFromRow(await cancelRun(ctx, tunnel, run, actorOf(caller), `${by} cancelled the run.`))
})
