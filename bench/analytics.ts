import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../server/database/connect.ts'
import { type Sql, sql } from '../server/database/sql.ts'
import { selectBatch } from '../server/domains/teams/analytics/read-histories.ts'
import { newId } from '../server/platform/ids.ts'
import { readConfig, startServer } from '../server/start.ts'
import { clientFor } from '../test/harness.ts'
import { onInstance } from './instance.ts'
import { median } from './report.ts'
import { signUp } from '../test/sign-up.ts'

const rounds = 3
const [projects, tasks, eventsOfTask] = [4, 5000, 5]

/**
 * Measures the analytics of a team whose projects have 100,000 events, in a journal with as many events of other
 * projects. Reports the duration on both engines, how long a trivial query waits concurrently, and the query plan. The
 * CPU time is that of this process: the server and the embedded database, but not PostgreSQL.
 */
export async function run(): Promise<void> {
  const events = projects * tasks * eventsOfTask
  console.log(
    `Analytics of a team: ${events} events of ${projects * tasks} tasks, in a journal of twice as many`,
  )
  await onInstance(({ settings }) => measureOn('pgsql', settings))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  try {
    await measureOn('pglite', { DATA_DIR: folder, RATE_LIMIT_API: '1000000' })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function measureOn(engine: string, settings: Record<string, string>): Promise<void> {
  const server = await startServer(readConfig({ ...settings, PORT: '0', LOG_LEVEL: 'silent' }), {
    jobs: false,
  })
  try {
    const { database } = server.app
    const { token, user, organization } = await signUp(clientFor(server.url, null), {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'the password of Ada',
    })
    const call = clientFor(server.url, token)
    const ids = await fill(database, organization!.id, user.id)
    for (const weeks of [12, 52]) {
      const getAnalytics = () => call('teams.getTeamAnalytics', { team: 'bench', weeks })
      const [times, costs]: [number[], number[]] = [[], []]
      for (let round = 0; round <= rounds; round++) {
        const before = process.cpuUsage()
        const duration = await timed(getAnalytics)
        const { user, system } = process.cpuUsage(before)
        // The first round warms up the compiler.
        if (round === 0) continue
        times.push(duration)
        costs.push((user + system) / 1000)
      }
      const completed = (await getAnalytics()).weeks.reduce((sum, { throughput }) => sum + throughput, 0)
      const waits = await waitsDuring(database, getAnalytics)
      console.log(
        `  ${engine}, ${weeks} weeks: ${median(times).toFixed(0)} ms, ${median(costs).toFixed(0)} ms of CPU, for ` +
          `${completed} completed tasks; others wait ${median(waits).toFixed(1)} ms, at most ${Math.max(...waits).toFixed(0)} ms`,
      )
    }
    console.log(await planOf(database, ids))
  } finally {
    await server.stop()
  }
}

/** Measures how long a trivial query takes while `work` runs. */
async function waitsDuring(database: Database, work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  const finished = new AbortController()
  const done = work().finally(() => finished.abort())
  while (!finished.signal.aborted) {
    waits.push(await timed(() => database.run(sql`select 1`)))
    await pause(5)
  }
  await done
  return waits
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Adds a year of events to the team's projects, interleaved with the same number in other projects. */
async function fill(database: Database, organizationId: string, userId: string): Promise<string[]> {
  const team = newId()
  await database.run(
    sql`insert into teams (id, organization_id, slug, name, created_by) values (${team}, ${organizationId}, 'bench', 'Bench', ${userId})`,
  )
  const ids = Array.from({ length: projects * 2 }, newId)
  await database.run(
    sql`insert into projects (id, organization_id, slug, key, name, team_id, created_by)
     select id, ${organizationId}, 'project-' || place, 'PRO' || chr(64 + place::int), 'Project ' || place,
            case when place <= ${projects} then ${team}::uuid end, ${userId}
       from unnest(${ids}::uuid[]) with ordinality as created (id, place)`,
  )
  const actor = JSON.stringify({ kind: 'user', id: userId, name: 'Ada', onBehalfOf: null, via: null })
  // Inserts in small batches, because statements have a timeout of a few seconds.
  for (let first = 0; first < tasks; first += 500)
    await database.run(
      journalRows({ organizationId, ids, userId, actor, first, last: Math.min(first + 500, tasks) - 1 }),
    )
  await database.run(sql`analyze journal`)
  return ids.slice(0, projects)
}

interface JournalBatch {
  organizationId: string
  ids: string[]
  userId: string
  actor: string
  first: number
  last: number
}

function journalRows({ organizationId, ids, userId, actor, first, last }: JournalBatch): Sql {
  return sql`
  insert into journal (id, at, organization_id, project_id, actor, type, subject_kind, subject_id, version, changes, data)
  select gen_random_uuid(), now() - interval '60 weeks' + task * interval '2 hours' + step * interval '1 day', ${organizationId}, project,
         ${actor}::jsonb, case step when 1 then 'task.created' when ${sql.raw(eventsOfTask)} then 'task.completed' else 'task.updated' end,
         'task', md5(project::text || task)::uuid, step,
         case step when 2 then '{"status": {"from": "todo", "to": "in_progress"}}'
                   when 3 then jsonb_build_object('description', jsonb_build_object('from', said, 'to', said || said))
                   when 4 then jsonb_build_object('assigneeUserId', jsonb_build_object('from', null, 'to', ${userId}::text))
                   when 5 then '{"status": {"from": "in_progress", "to": "complete"}}' end,
         case step when 1 then jsonb_build_object('title', 'Task ' || task, 'description', said, 'status', 'todo',
                                                  'estimate', task % 8) end
    from generate_series(${first}::int, ${last}::int) task, generate_series(1, ${sql.raw(eventsOfTask)}) step, unnest(${ids}::uuid[]) project,
         (select repeat('Everything else there is to know. ', 6) as said) texts
   order by task, step, project`
}

/** Returns the generic plan, which the server uses too. */
async function planOf(database: Database, ids: string[]): Promise<string> {
  const client = await database.connect()
  try {
    await client.query(`set plan_cache_mode = force_generic_plan`)
    const { text } = selectBatch(ids, { project_id: ids[1]!, xid: '0', seq: '0' }, '', 2000)
    await client.query(`prepare batch (uuid[], uuid, text, bigint, text, bigint) as ${text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off)
       execute batch ('{${ids.join()}}', '${ids[1]}', '0', 0, pg_current_snapshot()::text, 2000)`,
    )
    return rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n')
  } finally {
    await client.query('reset plan_cache_mode')
    client.release()
  }
}
