import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '../server/platform/ids.ts'
import { clientFor } from '../test/harness.ts'
import { signUp } from '../test/sign-up.ts'
import { onInstance } from './instance.ts'
import { median } from './report.ts'
import { type PouchDb, onPouchDb } from './sync/pouchdb.ts'

const total = Number(process.env.BENCH_CHANGES ?? 10_000)
const batchSize = 1000
const exported = Number(process.env.BENCH_ITEMS ?? 200_000)
const journalSizes = (process.env.BENCH_JOURNAL ?? '1000,1000000').split(',').map(Number)
const goal = 10_000

/**
 * Measures push and pull next to PouchDB's server, the memory of an export, and a page of a pull in a journal of
 * growing length. All on PostgreSQL.
 */
export function run(): Promise<void> {
  return onInstance(async ({ settings, start }) => {
    const server = await start()
    const device = await prepare(server.url)
    const database = new pg.Client({ connectionString: settings.DATABASE_URL })
    await database.connect()
    try {
      await onPouchDb((pouchDb, storage) => compare(device, pouchDb, storage))
      for (const size of journalSizes) await measurePage(device, database, size)
      await measureExport(device, database, server.pid)
    } finally {
      await database.end()
    }
  })
}

type Device = Awaited<ReturnType<typeof prepare>>

async function prepare(url: string) {
  const { token, organization, user } = await signUp(clientFor(url, null), {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  const project = await call('projects.create', { name: 'Website', key: 'WEB' })
  const { id } = await call('devices.register', { machine: 'bench', name: 'Bench' })
  let changes = 0
  return {
    url,
    token,
    organization: organization!.id,
    user: user.id,
    project: project.id,
    async push(all: object[]): Promise<void> {
      const named = all.map((change) => ({ id: `change ${++changes}`, kind: 'task' as const, ...change }))
      const { results } = await call('sync.push', { device: id, changes: named as never })
      const failed = results.find(({ outcome }) => outcome !== 'applied')
      if (failed) throw new Error(`A change was not applied: ${JSON.stringify(failed)}`)
    },
    pull: (cursor: string | undefined, limit = batchSize) =>
      call('sync.pull', { device: id, limit, ...(cursor !== undefined && { cursor }) }),
  }
}

const description = 'Everything else there is to know. '.repeat(6)

async function compare(device: Device, pouchDb: PouchDb, storage: string): Promise<void> {
  const ids = Array.from({ length: total }, () => newId())
  const { project } = device
  const { nextCursor: beginning } = await device.pull(undefined)
  const creation = (item: string, index: number) => ({
    action: 'create',
    item,
    fields: { project, title: `Task ${index}`, description, labels: ['backend', 'speed'] },
  })
  const update = (item: string, index: number) => ({
    action: 'update',
    item,
    version: 1,
    fields: { title: `Renamed ${index}` },
  })
  let docs: ({ _id: string; title: string } & { _rev?: string })[] = ids.map((_id, index) => ({
    _id,
    ...creation(_id, index).fields,
  }))
  const writeDocs = async () => {
    const written = []
    for (const batch of batches(docs)) written.push(...(await pouchDb.write(batch)))
    docs = written
  }
  console.log(`Sync: ${total} tasks in batches of ${batchSize}, operations per second, PouchDB in ${storage}`)
  const pushAll = async (changes: object[]) => {
    for (const batch of batches(changes)) await device.push(batch)
  }
  print('push creations', await rate(() => pushAll(ids.map(creation))), await rate(writeDocs))
  print('pull creations', await rate(() => pullAll(device, beginning)), await rate(() => readAll(pouchDb)))
  docs = docs.map((doc, index) => ({ ...doc, title: `Renamed ${index}` }))
  print('push updates', await rate(() => pushAll(ids.map(update))), await rate(writeDocs))
  print('first pull', await rate(() => pullAll(device, undefined)), await rate(() => readAll(pouchDb)))
}

async function pullAll(device: Device, from: string | undefined): Promise<void> {
  let [cursor, pulled, hasMore] = [from, 0, true]
  while (hasMore) {
    const page = await device.pull(cursor)
    pulled += page.changes.length
    ;({ nextCursor: cursor, hasMore } = page)
  }
  if (pulled < total) throw new Error(`Pulled ${pulled} of ${total} items.`)
}

async function readAll(pouchDb: PouchDb): Promise<void> {
  let [since, read]: [string | number, number] = [0, 0]
  while (read < total) {
    const page = await pouchDb.changes(since, batchSize)
    read += page.results.length
    since = page.last_seq
    if (page.results.length === 0) throw new Error(`PouchDB returned ${read} of ${total} changes.`)
  }
}

function* batches<Each>(all: Each[]): Generator<Each[]> {
  for (let at = 0; at < all.length; at += batchSize) yield all.slice(at, at + batchSize)
}

async function rate(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return total / ((performance.now() - startedAt) / 1000)
}

function print(what: string, ours: number, theirs: number): void {
  const verdict = ours >= goal && ours >= theirs ? 'met' : 'MISSED'
  console.log(
    `  ${what.padEnd(16)} ours ${ours.toFixed(0).padStart(7)}/s   PouchDB ${theirs.toFixed(0).padStart(7)}/s` +
      `   ratio ${(ours / theirs).toFixed(2)}   goal: ${goal}/s and faster than PouchDB: ${verdict}`,
  )
}

/** Measures a page of 500 changed items, after a cursor in a journal of at least `size` rows. */
async function measurePage(device: Device, database: pg.Client, size: number): Promise<void> {
  const { rows: stored } = await database.query<{ id: string; version: number }>(
    `select id, version from tasks where organization_id = $1 order by id limit 500`,
    [device.organization],
  )
  await database.query(
    `insert into journal (id, organization_id, project_id, actor, type, subject_kind, subject_id, subject_key, version)
     select gen_random_uuid(), $1, $2, '{}', 'task.updated', 'task', $3, 'WEB-1', 1
       from generate_series(1, $4 - (select count(*)::int from journal where organization_id = $1))`,
    [device.organization, device.project, stored[0]!.id, size],
  )
  await database.query('analyze journal')
  const cursor = await endOf(device)
  await device.push(
    stored.map(({ id: item, version }) => ({
      action: 'update',
      item,
      version,
      fields: { title: `At ${size}` },
    })),
  )
  // A pull leaves out changes that are newer than the oldest open transaction, such as that of a vacuum.
  while ((await device.pull(cursor, 500)).changes.length < 500) await pause(10)
  const times: number[] = []
  for (let round = 0; round < 21; round++) {
    const startedAt = performance.now()
    await device.pull(cursor, 500)
    times.push(performance.now() - startedAt)
  }
  const { rows: plan } = await database.query<{ 'QUERY PLAN': string }>(
    `explain select seq from journal where organization_id = $1 and (xid, seq) > ('1'::xid8, 1)
       and xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid, seq limit 1000`,
    [device.organization],
  )
  const scan = plan.map((row) => row['QUERY PLAN'].trim()).find((line) => /scan/i.test(line))
  const { rows: count } = await database.query<{ count: number }>(
    `select count(*)::int as count from journal where organization_id = $1`,
    [device.organization],
  )
  console.log(
    `  a page of 500 changes in a journal of ${count[0]!.count} rows: ${median(times).toFixed(1)} ms   ${scan ?? ''}`,
  )
}

/** Returns the cursor after everything: that of a first pull. */
async function endOf(device: Device): Promise<string> {
  let page = await device.pull(undefined)
  while (page.hasMore) page = await device.pull(page.nextCursor)
  return page.nextCursor
}

/** Measures the memory of the server while it exports many items. */
async function measureExport(device: Device, database: pg.Client, pid: number): Promise<void> {
  await database.query(
    `insert into tasks (id, project_id, organization_id, number, key, title, description, position, created_by)
     select gen_random_uuid(), $1, $2, 1000000 + n, 'MANY-' || n, 'One of many', $3, position_of(600000000 + n), '{}'
       from generate_series(1, $4) n`,
    [device.project, device.organization, description, exported],
  )
  const before = residentMemory(pid)
  let [peak, bytes] = [before, 0]
  const watching = setInterval(() => (peak = Math.max(peak, residentMemory(pid))), 20)
  const startedAt = performance.now()
  const response = await fetch(`${device.url}/api/sync/export`, {
    headers: { Authorization: `Bearer ${device.token}` },
  })
  if (!response.ok) throw new Error(`The export returned ${response.status}: ${await response.text()}`)
  for await (const piece of response.body!) bytes += (piece as Uint8Array).length
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(watching)
  console.log(
    `  export of ${exported} items: ${seconds.toFixed(1)} s, ${mebibytes(bytes)}, memory ${mebibytes(before)} before, ` +
      `${mebibytes(peak)} at most`,
  )
}

/** Returns the resident memory of a process in bytes. */
function residentMemory(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`
}
