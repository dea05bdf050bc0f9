import { databaseNow } from '../server/database/clock.ts'

/**
 * Runs a check of a limit per hour. Limits count by clock hour, so a check that fails while a new hour starts runs once
 * more. `run` must not depend on what an earlier run counted.
 */
export async function withinOneHour(run: () => Promise<void>): Promise<void> {
  const hour = currentHour()
  try {
    await run()
  } catch (error) {
    if (currentHour() === hour) throw error
    await run()
  }
}

function currentHour(): number {
  return Math.floor(databaseNow() / 3_600_000)
}
