import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../server/database/connect.ts'
import { sql } from '../server/database/sql.ts'
import { claimStatement } from '../server/domains/work/tasks/ready-tasks.ts'
import type { InOrganization } from '../server/operations/access.ts'
import { type WorkReport, workUntilDone } from '../test/agents-at-work.ts'
import { planOfClaim } from '../test/claim-plan.ts'
import { clientFor, connectAgent } from '../test/harness.ts'
import { plantWork, randomFrom } from '../test/work-graph.ts'
import { type CpuParts, dividedBy, startCpuMeter } from './costs.ts'
import { onInstance } from './instance.ts'
import { partsText, percentile } from './report.ts'
import { signUp } from '../test/sign-up.ts'

const agents = 32
const tasks = Number(process.env.BENCH_TASKS ?? 10_000)
const graph = { tasks, edges: tasks * 5, layers: 20 }
const seed = Number(process.env.BENCH_SEED ?? 7)
/** Average milliseconds that an agent works on a task. Real agents need minutes; 0 would only measure a queue. */
const work = Number(process.env.BENCH_WORK ?? 400)
const goal = 20

/**
 * Runs 32 agents over MCP on 10,000 tasks with 50,000 dependencies, and kills some of them. Verifies the same
 * properties as test/claims.test.ts. Measures claims and completions, prints the query plan, and compares the claim
 * statement with a naive implementation.
 */
export function run(): Promise<void> {
  return onInstance(async ({ settings, postgres, start }) => {
    const server = await start()
    const database = openDatabase({ engine: 'pgsql', url: settings.DATABASE_URL, pool: 4, timeout: 0 })
    try {
      const { token, user, organization } = await signUp(clientFor(server.url, null), {
        name: 'Ada',
        email: 'ada@example.com',
        password: 'the password of Ada',
      })
      const call = clientFor(server.url, token)
      const random = randomFrom(seed)
      const plant = async (name: string) => {
        const { slug, id } = await call('projects.create', { name })
        await plantWork(database, slug, { ...graph, random })
        await database.run(sql`vacuum analyze`)
        return { slug, id }
      }
      const { slug, id } = await plant('Work')
      const tokens = []
      for (let number = 1; number <= agents; number++)
        tokens.push(await call('credentials.createMcpToken', { name: 'bench', agent: `Agent ${number}` }))
      const context = {
        caller: { kind: 'session', user, projectId: null },
        user,
        organization: organization!,
      }
      console.log(
        `Claims: ${agents} agents over MCP, ${graph.tasks} tasks, ${graph.edges} dependencies, ${work} ms of work on ` +
          `each on average, BENCH_SEED=${seed}`,
      )
      console.log((await planOfClaim(database, context as never, id)).replace(/^/gm, '    '))
      const usedCpu = startCpuMeter({ server: server.pid, postgres })
      const startedAt = performance.now()
      const done = await workUntilDone({
        url: server.url,
        db: database,
        project: slug,
        tasks: graph.tasks,
        tokens,
        random,
        killed: 0.02,
        work: () => pause(random() * 2 * work),
      })
      printResults(done, performance.now() - startedAt, usedCpu())
      const alone = await connectAgent(server.url, tokens[0]!.value, tokens[0]!.id, 'http')
      const { slug: quiet } = await plant('Quiet')
      const times = []
      for (let count = 0; count < 300; count++)
        times.push(await timed(() => alone.call('claim_task', { project: quiet })))
      await alone.close()
      console.log(`  ${line('claim, single agent', times)}`)
      await compare(settings.DATABASE_URL, async () => (await plant('Plain')).id, context as never)
    } finally {
      await database.close()
    }
  })
}

function printResults(done: WorkReport, milliseconds: number, cpu: CpuParts): void {
  const { claims, completions, renewals, killed, staleWrites, released, foundNothing } = done
  console.log(
    `  ${claims.length} claims and ${completions.length} completions in ${(milliseconds / 1000).toFixed(0)} s; ` +
      `${killed} agents killed, ${staleWrites} of their later writes rejected, ${released} tasks released, ` +
      `${foundNothing} times no ready task`,
  )
  const calls = claims.length + foundNothing + completions.length + renewals.length + released + staleWrites
  console.log(
    `  CPU of each of ${calls} calls, main thread, other threads, database: ${partsText(dividedBy(calls, cpu))}`,
  )
  console.log(
    '  no task was claimed by two agents, none was lost, each was completed once by its last claimant',
  )
  const verdict = percentile(claims, 0.95) <= goal ? 'met' : 'MISSED'
  console.log(`  ${line('claim', claims)}   goal: p95 ≤ ${goal} ms: ${verdict}`)
  console.log(`  ${line('complete', completions)}`)
  console.log(`  ${line('renew', renewals)}`)
}

function line(label: string, times: number[]): string {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  return `${label.padEnd(34)} p50 ${p50.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms`
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/**
 * Compares the claim statement on 16 connections with the naive way: select the best task, update it if it is still
 * free, and otherwise retry.
 */
async function compare(url: string, plant: () => Promise<string>, context: InOrganization): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 16 })
  try {
    const ours = async (client: pg.PoolClient, project: string) => {
      const { text, values } = claimStatement(context, {
        project,
        minutes: 15,
        atOnce: 32,
        busy: 'skip locked',
      })
      const { rowCount } = await client.query({ name: 'ours', text, values: [...values] })
      return { isClaimed: rowCount === 1, attempts: 1 }
    }
    const [our, plain] = [
      await claimAll(pool, await plant(), ours),
      await claimAll(pool, await plant(), claimNaively),
    ]
    console.log(
      `  ${line('the statement alone', our.times)}   ${our.attempts} attempts for ${our.times.length} claims`,
    )
    console.log(
      `  ${line('select, update and retry', plain.times)}   ${plain.attempts} attempts for ${plain.times.length}`,
    )
    const ratio = (part: number) => (percentile(our.times, part) / percentile(plain.times, part)).toFixed(2)
    console.log(`  ratio: p50 ${ratio(0.5)}x, p95 ${ratio(0.95)}x`)
  } finally {
    await pool.end()
  }
}

type Claim = (client: pg.PoolClient, project: string) => Promise<{ isClaimed: boolean; attempts: number }>

async function claimAll(pool: pg.Pool, project: string, claim: Claim) {
  const times: number[] = []
  let attempts = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      const client = await pool.connect()
      for (let isClaimed = true; isClaimed;) {
        const startedAt = performance.now()
        const result = await claim(client, project)
        isClaimed = result.isClaimed
        attempts += result.attempts
        if (isClaimed) times.push(performance.now() - startedAt)
      }
      client.release()
    }),
  )
  return { times, attempts }
}

async function claimNaively(client: pg.PoolClient, project: string) {
  for (let attempts = 1; ; attempts++) {
    const { rows } = await client.query<{ id: string }>({
      name: 'select',
      text: `select id from tasks where project_id = $1 and deleted_at is null and open_blockers = 0 and status = 'todo'
              order by priority_rank desc, coalesce(due_at, 'infinity'), blocking desc, id limit 1`,
      values: [project],
    })
    if (!rows[0]) return { isClaimed: false, attempts }
    const { rowCount } = await client.query({
      name: 'update',
      text: `update tasks set status = 'in_progress', claim_number = claim_number + 1, claimed_at = now(),
                    lease_until = now() + interval '15 minutes', version = version + 1
              where id = $1 and status = 'todo' returning *`,
      values: [rows[0].id],
    })
    if (rowCount === 1) return { isClaimed: true, attempts }
  }
}
