import { databaseNow } from '../server/database/clock.ts'

/*
 * Limits count by clock minute or hour, so a check that fails while a new one starts runs once more. `run` must not
 * depend on what an earlier run counted.
 */
export const withinOneHour = (run: () => Promise<void>) => withinOneWindow(3_600_000, run)
export const withinOneMinute = (run: () => Promise<void>) => withinOneWindow(60_000, run)

async function withinOneWindow(windowMs: number, run: () => Promise<void>): Promise<void> {
  const current = () => Math.floor(databaseNow() / windowMs)
  const start = current()
  try {
    await run()
  } catch (error) {
    if (current() === start) throw error
    await run()
  }
}
