import assert from 'node:assert/strict'
import type { Queries } from '../server/database/connect.ts'
import type { OutputOf } from '../server/operations/client.ts'
import { type Agent, connectAgent } from './harness.ts'

/*
 * Agents that take work from one project over MCP until nothing is left: they claim, renew, give back, complete, and some
 * are killed. What each was told is compared with what the others were told, and with the journal at the end.
 */
export interface Workplace {
  url: string
  db: Queries
  project: string
  tasks: number
  /** One for each agent. */
  tokens: { id: string; value: string }[]
  random: () => number
  /** The part of all claims after which, or during which, the agent is killed. */
  killed: number
  /** How long somebody works on a task. */
  work?: () => Promise<void>
}

export interface WorkReport {
  /** Milliseconds that each took. */
  claims: number[]
  completions: number[]
  renewals: number[]
  killed: number
  /** Writes of killed agents that came to life again when another had their task. */
  staleWrites: number
  released: number
  foundNothing: number
}

interface HeldTask {
  key: string
  number: number
  token: Workplace['tokens'][number]
}

export async function workUntilDone(place: Workplace): Promise<WorkReport> {
  const { url, db, random, work = async () => {} } = place
  const done: WorkReport = {
    ...{ claims: [], completions: [], renewals: [], killed: 0, staleWrites: 0, released: 0, foundNothing: 0 },
  }
  /** Who works on what, as far as living agents know. */
  const held = new Map<string, HeldTask>()
  const complete = new Set<string>()
  /** The last number that anybody was told, and what dead agents had. */
  const numbers = new Map<string, number>()
  const dead = new Map<string, HeldTask>()
  let idle = 0
  let news = Promise.withResolvers<void>()
  const tell = () => {
    news.resolve()
    news = Promise.withResolvers()
  }

  await Promise.all(place.tokens.map(runAgent))
  await expectJournalOrder(db, place, numbers)
  assert.equal(complete.size, place.tasks, 'none is lost')
  return done

  async function runAgent(token: HeldTask['token']): Promise<void> {
    let agent = await connect(token)
    while (complete.size < place.tasks) {
      if (random() < place.killed / 2) {
        // In the middle of a claim: nobody ever hears what it got.
        agent.call('claim_task', { project: place.project }).catch(() => {})
        agent = await reconnect(agent, token)
      }
      const next = news.promise
      const hold = await claim(agent, token)
      if (!hold) {
        done.foundNothing++
        idle++
        if (idle === place.tokens.length) await expireAllLeases()
        else if (complete.size < place.tasks) await next
        idle--
        continue
      }
      await work()
      if (random() < place.killed / 2) {
        dead.set(hold.key, hold)
        held.delete(hold.key)
        agent = await reconnect(agent, token)
        await db.run(
          `update tasks set lease_until = now() - interval '1 second' where key = $1 and claim_number = $2`,
          [hold.key, hold.number],
        )
      } else if (random() < 0.03) {
        held.delete(hold.key)
        await agent
          .call('claim_task', { action: 'release', task: hold.key, claim: hold.number })
          .then(expectOk)
        done.released++
      } else {
        if (random() < 0.2) await renew(agent, hold)
        await finish(agent, hold)
      }
      tell()
    }
    tell()
    await agent.close()
  }

  function connect({ id, value }: HeldTask['token']): Promise<Agent> {
    return connectAgent(url, value, id, 'http')
  }

  async function reconnect(agent: Agent, token: HeldTask['token']): Promise<Agent> {
    done.killed++
    await agent.close()
    return connect(token)
  }

  async function claim(agent: Agent, token: HeldTask['token']): Promise<HeldTask | undefined> {
    const began = performance.now()
    const { task, claim: number } = expectOk(
      await agent.call('claim_task', { project: place.project }),
    ) as unknown as OutputOf<'tasks.claim'>
    if (!task) return undefined
    done.claims.push(performance.now() - began)
    const { key } = task
    assert.ok(!held.has(key), `${key} is held by two`)
    assert.ok(!complete.has(key), `${key} is complete and was claimed`)
    assert.ok(number! > (numbers.get(key) ?? 0), `${key}: ${number} comes after ${numbers.get(key)}`)
    numbers.set(key, number!)
    const hold = { key, number: number!, token }
    held.set(key, hold)
    const ghost = dead.get(key)
    if (ghost) await expectClaimLost(ghost)
    return hold
  }

  /** Whoever was killed comes to life, and goes on where they were. */
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
      done.staleWrites++
    }
    await ghost.close()
  }

  async function renew(agent: Agent, { key, number }: HeldTask): Promise<void> {
    const began = performance.now()
    expectOk(await agent.call('claim_task', { action: 'renew', task: key, claim: number }))
    done.renewals.push(performance.now() - began)
  }

  async function finish(agent: Agent, { key, number }: HeldTask): Promise<void> {
    const began = performance.now()
    expectOk(await agent.call('complete_task', { task: key, claim: number }))
    done.completions.push(performance.now() - began)
    assert.ok(!complete.has(key), `${key} was completed twice`)
    complete.add(key)
    held.delete(key)
  }

  /** When nobody finds anything to do, it is the dead who hold it: their leases run out. */
  async function expireAllLeases(): Promise<void> {
    await db.run(
      `update tasks t set lease_until = now() - interval '1 second' from projects p
        where p.slug = $1 and t.project_id = p.id and t.lease_until > now()`,
      [place.project],
    )
  }
}

function expectOk({ isError, data }: Awaited<ReturnType<Agent['call']>>) {
  assert.equal(isError, false, JSON.stringify(data))
  return data
}

/**
 * What the journal tells of each task: claims whose numbers grow by one, and one completion, by whoever held it last and
 * after all that blocked it. Nothing that an agent was told is missing.
 */
async function expectJournalOrder(
  db: Queries,
  { project, tasks }: Workplace,
  told: Map<string, number>,
): Promise<void> {
  const rows = await db.run<{
    key: string
    claims: number[]
    completions: number
    by_last: boolean
    open: number
  }>(
    `select t.key, t.open_blockers as open,
            array_agg((j.data ->> 'claim')::int order by j.xid, j.seq) filter (where j.type = 'task.claimed') as claims,
            count(*) filter (where j.type = 'task.completed')::int as completions,
            (array_agg(j.actor ->> 'id' order by j.xid, j.seq) filter (where j.type = 'task.completed'))[1] =
            (array_agg(j.actor ->> 'id' order by j.xid desc, j.seq desc) filter (where j.type = 'task.claimed'))[1] as by_last
       from projects p join tasks t on t.project_id = p.id join journal j on j.subject_id = t.id
      where p.slug = $1 and t.status = 'complete' and t.lease_until is null and t.title not like '%ghost%'
      group by t.id`,
    [project],
  )
  assert.equal(rows.length, tasks, 'every task is complete, and nobody holds it')
  for (const { key, claims, completions, by_last, open } of rows) {
    assert.deepEqual(
      claims,
      Array.from({ length: claims.length }, (_, index) => index + 1),
      key,
    )
    assert.deepEqual([completions, by_last, open], [1, true, 0], key)
    assert.ok(claims.length >= told.get(key)!, key)
  }
}
