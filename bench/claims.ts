import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../server/database/connect.ts'
import { claimStatement } from '../server/domains/tasks/ready-tasks.ts'
import type { InOrganization } from '../server/operations/access.ts'
import { type WorkReport, workUntilDone } from '../test/agents-at-work.ts'
import { planOfClaim } from '../test/claim-plan.ts'
import { clientFor, connectAgent } from '../test/harness.ts'
import { plantWork, randomFrom } from '../test/work-graph.ts'
import { cpuOf } from './cpu.ts'
import { onInstance } from './instance.ts'
import { signUp } from '../test/sign-up.ts'

const agents = 32
const tasks = Number(process.env.BENCH_TASKS ?? 10_000)
const graph = { tasks, edges: tasks * 5, layers: 20 }
const seed = Number(process.env.BENCH_SEED ?? 7)
/** Milliseconds that an agent works on a task. Agents take minutes: without any the machine would only queue. */
const work = Number(process.env.BENCH_WORK ?? 400)
const goal = 20

/**
 * 32 agents over MCP on 10,000 tasks with 50,000 dependencies, some of them killed; everything that test/claims.test.ts
 * proves on a small pile is proved here too. How long a claim and a completion take, with which plan, and how the claim's
 * statement does beside one that anybody would write first.
 */
export function run(): Promise<void> {
  return onInstance(async ({ settings, start }) => {
    const server = await start()
    const database = openDatabase({ engine: 'pgsql', url: settings.DATABASE_URL, pool: 4, timeout: 0 })
    try {
      const { token, user, organization } = await signUp(clientFor(server.url, null), {
        ...{ name: 'Ada', email: 'ada@example.com', password: 'the password of Ada' },
      })
      const call = clientFor(server.url, token)
      const random = randomFrom(seed)
      const plant = async (name: string) => {
        const { slug, id } = await call('projects.create', { name })
        await plantWork(database, slug, { ...graph, random })
        await database.run('vacuum analyze')
        return { slug, id }
      }
      const { slug, id } = await plant('Work')
      const tokens = []
      for (let made = 1; made <= agents; made++)
        tokens.push(await call('credentials.createMcpToken', { name: 'bench', agent: `Agent ${made}` }))
      const asking = { caller: { kind: 'session', user, projectId: null }, user, organization: organization! }
      console.log(
        `Claims: ${agents} agents over MCP, ${graph.tasks} tasks, ${graph.edges} dependencies, ${work} ms of work on ` +
          `each on average, BENCH_SEED=${seed}`,
      )
      console.log((await planOfClaim(database, asking as never, id)).replace(/^/gm, '    '))
      const [began, cpu] = [performance.now(), cpuOf(server.pid)]
      const done = await workUntilDone({
        ...{ url: server.url, db: database, project: slug, tasks: graph.tasks, tokens, random, killed: 0.02 },
        work: () => pause(random() * 2 * work),
      })
      tell(done, performance.now() - began, cpuOf(server.pid) - cpu)
      const alone = await connectAgent(server.url, tokens[0]!.value, tokens[0]!.id, 'http')
      const { slug: quiet } = await plant('Quiet')
      const times = []
      for (let asked = 0; asked < 300; asked++)
        times.push(await timed(() => alone.call('claim_task', { project: quiet })))
      await alone.close()
      console.log(`  ${line('claim, one agent alone', times)}`)
      await compare(settings.DATABASE_URL, async () => (await plant('Plain')).id, asking as never)
    } finally {
      await database.close()
    }
  })
}

function tell(done: WorkReport, milliseconds: number, cpu: number): void {
  const { claims, completions, renewals, killed, staleWrites, released, foundNothing } = done
  console.log(
    `  ${claims.length} claims and ${completions.length} completions in ${(milliseconds / 1000).toFixed(0)} s; ` +
      `${killed} agents killed, ${staleWrites} of their later writes refused, ${released} tasks given back, ` +
      `${foundNothing} times there was nothing to claim`,
  )
  const calls = claims.length + foundNothing + completions.length + renewals.length + released + staleWrites
  console.log(`  ${(cpu / 1000 / calls).toFixed(1)} ms of the server's CPU for each of ${calls} calls`)
  console.log('  no task was held by two at once, none was lost, each was completed once by its last holder')
  const verdict = at(claims, 0.95) <= goal ? 'met' : 'MISSED'
  console.log(`  ${line('claim', claims)}   goal: p95 ≤ ${goal} ms: ${verdict}`)
  console.log(`  ${line('complete', completions)}`)
  console.log(`  ${line('renew', renewals)}`)
}

function line(what: string, times: number[]): string {
  const [p50, p95] = [at(times, 0.5), at(times, 0.95)]
  return `${what.padEnd(34)} p50 ${p50.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms`
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function at(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/**
 * The statement alone, 16 connections that do nothing but claim, and beside it the plain way: look for the best task, then
 * take it if it is still free, and otherwise look again.
 */
async function compare(url: string, plant: () => Promise<string>, asking: InOrganization): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 16 })
  try {
    const ours = async (client: pg.PoolClient, project: string) => {
      const { sql, values } = claimStatement(asking, {
        project,
        minutes: 15,
        atOnce: 32,
        busy: 'skip locked',
      })
      const { rowCount } = await client.query({ name: 'ours', text: sql, values })
      return { taken: rowCount === 1, tries: 1 }
    }
    const [our, plain] = [
      await claimAll(pool, await plant(), ours),
      await claimAll(pool, await plant(), plainly),
    ]
    console.log(
      `  ${line('the statement alone', our.times)}   ${our.tries} tries for ${our.times.length} claims`,
    )
    console.log(
      `  ${line('look, then take, and try again', plain.times)}   ${plain.tries} tries for ${plain.times.length}`,
    )
    const ratio = (part: number) => (at(our.times, part) / at(plain.times, part)).toFixed(2)
    console.log(`  ratio: p50 ${ratio(0.5)}x, p95 ${ratio(0.95)}x`)
  } finally {
    await pool.end()
  }
}

type Take = (client: pg.PoolClient, project: string) => Promise<{ taken: boolean; tries: number }>

async function claimAll(pool: pg.Pool, project: string, take: Take) {
  const times: number[] = []
  let tries = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      const client = await pool.connect()
      for (let taken = true; taken;) {
        const began = performance.now()
        const answer = await take(client, project)
        taken = answer.taken
        tries += answer.tries
        if (taken) times.push(performance.now() - began)
      }
      client.release()
    }),
  )
  return { times, tries }
}

async function plainly(client: pg.PoolClient, project: string) {
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ id: string }>({
      name: 'look',
      text: `select id from tasks where project_id = $1 and deleted_at is null and open_blockers = 0 and status = 'todo'
              order by priority_rank desc, coalesce(due_at, 'infinity'), blocking desc, id limit 1`,
      values: [project],
    })
    if (!rows[0]) return { taken: false, tries }
    const { rowCount } = await client.query({
      name: 'take',
      text: `update tasks set status = 'in_progress', claim_number = claim_number + 1, claimed_at = now(),
                    lease_until = now() + interval '15 minutes', version = version + 1
              where id = $1 and status = 'todo' returning *`,
      values: [rows[0].id],
    })
    if (rowCount === 1) return { taken: true, tries }
  }
}
