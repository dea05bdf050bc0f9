import type { Database, Queries } from './connect.ts'
import { sql } from './sql.ts'

/*
 * The clock of the database, which all nodes share. A node whose own clock is wrong must agree with the others on
 * leases, expiry and times that it stores, so everything that is compared with a time in the database uses this clock.
 */
const syncIntervalMs = 60_000
const checkIntervalMs = 1000

/** Milliseconds by which the database is ahead of this process. One process uses one database. */
let offsetMs = 0

/** Returns the time of the database in milliseconds, without a query. */
export function databaseNow(): number {
  return Date.now() + offsetMs
}

/** Returns the time of the database as it is stored: 2026-01-31T09:00:00.000Z. */
export function databaseTime(): string {
  return new Date(databaseNow()).toISOString()
}

/** Measures the difference of both clocks. A difference smaller than the round trip counts as none. */
export async function syncClock(db: Queries): Promise<void> {
  const sentAt = Date.now()
  const [row] = await db.run<{ now: string }>(sql`select clock_timestamp() as now`)
  const receivedAt = Date.now()
  const difference = Date.parse(row!.now) - (sentAt + receivedAt) / 2
  offsetMs = Math.abs(difference) > receivedAt - sentAt ? Math.round(difference) : 0
}

/** Keeps the clock in sync: every minute, and when this machine's clock was set. Returns the function that ends it. */
export async function startClockSync(database: Database): Promise<() => void> {
  const sync = async () => {
    syncedAt = performance.now()
    startOfProcess = Date.now() - syncedAt
    await syncClock(database)
  }
  let syncedAt = 0
  let startOfProcess = 0
  await sync()
  const checking = setInterval(() => {
    const now = performance.now()
    const wasSet = Math.abs(Date.now() - now - startOfProcess) > checkIntervalMs
    // While the database is unreachable, the last measurement stays in use.
    if (wasSet || now - syncedAt > syncIntervalMs) sync().catch(() => {})
  }, checkIntervalMs).unref()
  return () => clearInterval(checking)
}
