import assert from 'node:assert/strict'
import type { Queries } from '../server/database/connect.ts'
import { sql } from '../server/database/sql.ts'
import type { OutputOf } from '../server/assembly/client.ts'
import { type Agent, connectAgent } from './harness.ts'

/*
 * Agents that work through the tasks of one project over MCP: they claim, renew, release and complete tasks, and some
 * are killed. Every response is checked against the responses to the other agents, and against the journal at the
 * end.
 */
export interface Workplace {
  url: string
  db: Queries
  project: string
  tasks: number
  /** One token for each agent. */
  tokens: { id: string; value: string }[]
  random: () => number
  /** The fraction of claims during or after which the agent is killed. */
  killed: number
  /** Simulates the work on a task. */
  work?: () => Promise<void>
}

export interface WorkReport {
  /** Durations in milliseconds. */
  claims: number[]
  completions: number[]
  renewals: number[]
  killed: number
  /** Rejected writes of killed agents that reconnected after another agent had claimed their task. */
  staleWrites: number
  released: number
  foundNothing: number
}

interface HeldTask {
  key: string
  number: number
  token: Workplace['tokens'][number]
}

export async function workUntilDone(workplace: Workplace): Promise<WorkReport> {
  const { url, db, random, work = async () => {} } = workplace
  const report: WorkReport = {
    claims: [],
    completions: [],
    renewals: [],
    killed: 0,
    staleWrites: 0,
    released: 0,
    foundNothing: 0,
  }
  /** Tasks that living agents hold, by key. */
  const held = new Map<string, HeldTask>()
  const complete = new Set<string>()
  /** The highest claim number that any agent received for each task. */
  const numbers = new Map<string, number>()
  const dead = new Map<string, HeldTask>()
  let idle = 0
  let progress = Promise.withResolvers<void>()
  const reportProgress = () => {
    progress.resolve()
    progress = Promise.withResolvers()
  }

  await Promise.all(workplace.tokens.map(runAgent))
  await expectJournalOrder(db, workplace, numbers)
  assert.equal(complete.size, workplace.tasks, 'every task is completed')
  return report

  async function runAgent(token: HeldTask['token']): Promise<void> {
    let agent = await connect(token)
    while (complete.size < workplace.tasks) {
      if (random() < workplace.killed / 2) {
        // Killed during a claim: no agent ever receives the response.
        agent.call('claim_task', { project: workplace.project }).catch(() => {})
        agent = await reconnect(agent, token)
      }
      const next = progress.promise
      const task = await claim(agent, token)
      if (!task) {
        report.foundNothing++
        idle++
        if (idle === workplace.tokens.length) await expireAllLeases()
        else if (complete.size < workplace.tasks) await next
        idle--
        continue
      }
      await work()
      if (random() < workplace.killed / 2) {
        dead.set(task.key, task)
        held.delete(task.key)
        agent = await reconnect(agent, token)
        await db.run(
          sql`update tasks set lease_until = now() - interval '1 second' where key = ${task.key}
            and claim_number = ${task.number}`,
        )
      } else if (random() < 0.03) {
        held.delete(task.key)
        await agent
          .call('claim_task', { action: 'release', task: task.key, claim: task.number })
          .then(expectOk)
        report.released++
      } else {
        if (random() < 0.2) await renew(agent, task)
        await finish(agent, task)
      }
      reportProgress()
    }
    reportProgress()
    await agent.close()
  }

  function connect({ id, value }: HeldTask['token']): Promise<Agent> {
    return connectAgent(url, value, id, 'http')
  }

  async function reconnect(agent: Agent, token: HeldTask['token']): Promise<Agent> {
    report.killed++
    await agent.close()
    return connect(token)
  }

  async function claim(agent: Agent, token: HeldTask['token']): Promise<HeldTask | undefined> {
    const start = performance.now()
    const { task, claim: number } = expectOk(
      await agent.call('claim_task', { project: workplace.project }),
    ) as unknown as OutputOf<'tasks.claim'>
    if (!task) return undefined
    report.claims.push(performance.now() - start)
    const { key } = task
    assert.ok(!held.has(key), `${key} is held by two agents`)
    assert.ok(!complete.has(key), `${key} was claimed after its completion`)
    assert.ok(number! > (numbers.get(key) ?? 0), `${key}: ${number} comes after ${numbers.get(key)}`)
    numbers.set(key, number!)
    const heldTask = { key, number: number!, token }
    held.set(key, heldTask)
    const ghost = dead.get(key)
    if (ghost) await expectClaimLost(ghost)
    return heldTask
  }

  /** Reconnects a killed agent, which continues with its stale claim number. */
  async function expectClaimLost({ key, number, token }: HeldTask): Promise<void> {
    dead.delete(key)
    const ghost = await connect(token)
    const stale = { task: key, claim: number }
    for (const [tool, input] of [
      ['complete_task', { ...stale, notes: 'by a ghost' }],
      ['update_task', { ...stale, title: 'By a ghost' }],
      ['claim_task', { ...stale, action: 'renew' }],
    ] as const) {
      const { isError, data } = await ghost.call(tool, input)
      assert.deepEqual([isError, data.code], [true, 'claim_lost'], `${key}, ${tool}: ${JSON.stringify(data)}`)
      report.staleWrites++
    }
    await ghost.close()
  }

  async function renew(agent: Agent, { key, number }: HeldTask): Promise<void> {
    const start = performance.now()
    expectOk(await agent.call('claim_task', { action: 'renew', task: key, claim: number }))
    report.renewals.push(performance.now() - start)
  }

  async function finish(agent: Agent, { key, number }: HeldTask): Promise<void> {
    const start = performance.now()
    expectOk(await agent.call('complete_task', { task: key, claim: number }))
    report.completions.push(performance.now() - start)
    assert.ok(!complete.has(key), `${key} was completed twice`)
    complete.add(key)
    held.delete(key)
  }

  /** Expires the leases of killed agents, which hold all remaining tasks when no agent finds one. */
  async function expireAllLeases(): Promise<void> {
    await db.run(
      sql`update tasks t set lease_until = now() - interval '1 second' from projects p
        where p.slug = ${workplace.project} and t.project_id = p.id and t.lease_until > now()`,
    )
  }
}

function expectOk({ isError, data }: Awaited<ReturnType<Agent['call']>>) {
  assert.equal(isError, false, JSON.stringify(data))
  return data
}

/**
 * Checks the journal of each task: claim numbers grow by one, and the last holder completed it once, after its
 * blockers. No claim that an agent received is missing.
 */
async function expectJournalOrder(
  db: Queries,
  { project, tasks }: Workplace,
  received: Map<string, number>,
): Promise<void> {
  const rows = await db.run<{
    key: string
    claims: number[]
    completions: number
    by_last: boolean
    open: number
  }>(
    sql`select t.key, t.open_blockers as open,
            array_agg((j.data ->> 'claim')::int order by j.xid, j.seq) filter (where j.type = 'task.claimed') as claims,
            count(*) filter (where j.type = 'task.completed')::int as completions,
            (array_agg(j.actor ->> 'id' order by j.xid, j.seq) filter (where j.type = 'task.completed'))[1] =
            (array_agg(j.actor ->> 'id' order by j.xid desc, j.seq desc) filter (where j.type = 'task.claimed'))[1] as by_last
       from projects p join tasks t on t.project_id = p.id join journal j on j.subject_id = t.id
      where p.slug = ${project} and t.status = 'complete' and t.lease_until is null and t.title not like '%ghost%'
      group by t.id`,
  )
  assert.equal(rows.length, tasks, 'every task is complete and has no lease')
  for (const { key, claims, completions, by_last, open } of rows) {
    assert.deepEqual(
      claims,
      Array.from({ length: claims.length }, (_, index) => index + 1),
      key,
    )
    assert.deepEqual([completions, by_last, open], [1, true, 0], key)
    assert.ok(claims.length >= received.get(key)!, key)
  }
}
