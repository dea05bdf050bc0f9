import assert from 'node:assert/strict'
import pg from 'pg'
import { sessionSettings } from '../server/database/session-settings.ts'
import type { Sql } from '../server/database/sql.ts'
import type { TestServer } from './harness.ts'

/** A node of a plan, as `explain (analyze, format json)` returns it. */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Connects to the database of a server with the settings of its sessions, without its statement timeout. */
export async function connectLike({ environment }: TestServer): Promise<pg.Client> {
  const options = sessionSettings.map((setting) => `-c ${setting}`).join(' ')
  const client = new pg.Client({ connectionString: environment.DATABASE_URL, options })
  await client.connect()
  return client
}

const explain = 'explain (analyze, timing off, format json)'

/** Runs a statement and returns its plan for its values. */
export async function planForValues(client: pg.Client, { text, values }: Sql): Promise<Plan> {
  return planIn(await client.query(`${explain} ${text}`, [...values]))
}

/** Plans a statement as the server runs it: prepared, and generic after five runs if that isn't more expensive. */
export async function planAsServed(client: pg.Client, statement: Sql): Promise<Plan> {
  if (!statement.isPrepared) return planForValues(client, statement)
  const { text, values } = statement
  await client.query(`deallocate all; prepare list as ${text}`)
  const execute = values.length > 0 ? `execute list(${values.map(literal).join(', ')})` : 'execute list'
  for (let times = 0; times < 6; times++) await client.query(execute)
  return planIn(await client.query(`${explain} ${execute}`))
}

/** Checks that a plan scans no whole table and reads at most `maxRows` rows of these tables. */
export function assertReadsFew(plan: Plan, tables: readonly string[], maxRows: number, label: string): void {
  const nodes = allNodes(plan).filter((node) => tables.includes(node['Relation Name'] ?? ''))
  const describePlan = () => `${label}: ${JSON.stringify(plan, null, 1)}`
  assert.ok(nodes.length > 0, describePlan())
  for (const node of nodes) assert.notEqual(node['Node Type'], 'Seq Scan', describePlan())
  const rowsRead = nodes.reduce((sum, node) => sum + rowsReadBy(node), 0)
  assert.ok(rowsRead <= maxRows, `${rowsRead} rows instead of ${maxRows} read by ${describePlan()}`)
}

/**
 * Runs `insert` on two connections with the indexes of tasks dropped, and creates the indexes afterwards: updating them
 * for each row would be slower. Analyzes all tables.
 */
export async function fillTasks(
  server: TestServer,
  insert: (client: pg.Client, part: 0 | 1) => Promise<unknown>,
): Promise<void> {
  const clients = [await connectLike(server), await connectLike(server)] as const
  for (const each of clients)
    await each.query(
      `set synchronous_commit = off; set maintenance_work_mem = '256MB'; set session_replication_role = replica`,
    )
  const { rows: indexes } = await clients[0].query<{ indexdef: string; name: string }>(
    `select indexdef, indexname as name from pg_indexes
      where tablename = 'tasks' and indexname not in (select conname from pg_constraint)`,
  )
  for (const { name } of indexes) await clients[0].query(`drop index ${name}`)
  await clients[0].query(
    `alter table tasks drop constraint tasks_project_id_number_key;
     alter table tasks drop constraint tasks_id_project_id_key`,
  )
  await Promise.all(clients.map((each, part) => insert(each, part as 0 | 1)))
  const left = indexes.map(({ indexdef }) => indexdef)
  await Promise.all(
    clients.map(async (each) => {
      for (let next = left.pop(); next; next = left.pop()) await each.query(next)
    }),
  )
  // Samples a large part of the rows, so that the planner has the same statistics on every run.
  await clients[0].query('set default_statistics_target = 1000')
  await clients[0].query('vacuum analyze')
  for (const each of clients) await each.end()
}

function planIn({ rows }: { rows: { 'QUERY PLAN': [{ Plan: Plan }] }[] }): Plan {
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** Returns a node and all nodes below it. */
export function allNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(allNodes)]
}

/** Returns the number of rows that a node read: those it returned and those it filtered out. */
export function rowsReadBy(node: Plan): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return each * node['Actual Loops']
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return literal(`{${value.map((each) => JSON.stringify(each)).join(',')}}`)
  return pg.escapeLiteral(String(value))
}
