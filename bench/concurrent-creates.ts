import { type Database, type Queries, openDatabase } from '../server/database/connect.ts'
import { sql } from '../server/database/sql.ts'
import { type NewTask, insertTaskRow } from '../server/domains/work/tasks/insert-task.ts'
import { unassigned } from '../server/domains/work/tasks/assignee.ts'
import { noParents } from '../server/domains/work/tasks/parents.ts'
import { clientFor } from '../test/harness.ts'
import { signUp } from '../test/sign-up.ts'
import { onInstance } from './instance.ts'
import { median } from './report.ts'

const clients = 32
const creates = 1500
const rounds = 5

/**
 * Measures the statement that creates a task, without the rest of a request: in turns, concurrently with one transaction
 * for each, and concurrently through the queue of the project. The server is stopped, because its followers would use
 * the database too.
 */
export function measureConcurrentCreates(): Promise<void> {
  return onInstance(async ({ settings, start }) => {
    const server = await start()
    const { token, user } = await signUp(clientFor(server.url, null), {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'the password of Ada',
    })
    const call = clientFor(server.url, token)
    await call('projects.create', { name: 'Website', key: 'WEB' })
    await server.stop()
    const database = openDatabase({ engine: 'pgsql', url: settings.DATABASE_URL, pool: 10 })
    try {
      const [project] = await database.run<{ id: string }>(sql`select * from projects where key = 'WEB'`)
      const caller = { kind: 'session', user, agent: null, impersonator: null }
      const create = (db: Queries) =>
        insertTaskRow({ ...context, caller, project, db } as never, newTask, noReferences)
      const inQueue = () => database.statement(create)
      const contenders = [
        { label: 'in turns', clients: 1, run: inQueue },
        { label: 'each in its own transaction', clients, run: () => create(database) },
        { label: 'in the queue of the project', clients, run: inQueue },
      ].map((contender) => ({ ...contender, rates: [] as number[], transactions: 0 }))
      for (let round = 0; round <= rounds; round++)
        for (const contender of contenders) {
          const [before, startedAt] = [await transactions(database), performance.now()]
          await repeat(contender)
          const seconds = (performance.now() - startedAt) / 1000
          // The first round warms up the compiler.
          if (round > 0) contender.rates.push(creates / seconds)
          contender.transactions = (await transactions(database)) - before
        }
      console.log(
        `Creates in one project: ${clients} clients, 10 connections, the statement alone, median of ${rounds} rounds`,
      )
      for (const { label, rates, transactions: count } of contenders)
        console.log(
          `  ${label.padEnd(30)} ${median(rates).toFixed(0).padStart(6)} per second   ` +
            `${(count / creates).toFixed(2)} transactions for each`,
        )
      const [, alone, queued] = contenders.map(({ rates }) => median(rates))
      const ratio = queued! / alone!
      console.log(`  ratio ${ratio.toFixed(1)}x   goal: ≥ ${goal}x: ${ratio >= goal ? 'met' : 'MISSED'}`)
    } finally {
      await database.close()
    }
  })
}

const goal = 3

const newTask = {
  title: 'A summary in one line',
  description: 'Everything else there is to know. '.repeat(6),
  status: 'todo',
  priority: 'none',
  type: 'task',
  labels: ['backend', 'speed'],
} satisfies NewTask

const noReferences = { assignee: unassigned, parents: noParents }

const context = { request: { id: 'bench' }, recorded: () => {} }

async function repeat({ run, clients: count }: { run: () => Promise<unknown>; clients: number }) {
  let left = creates
  const client = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: count }, client))
}

async function transactions(database: Database): Promise<number> {
  const [counted] = await database.run<{ count: number }>(
    sql`select count(distinct xid::text)::integer as count from journal where type = 'task.created'`,
  )
  return counted!.count
}
