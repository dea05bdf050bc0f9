import type { RequestFacts } from './context.ts'
import { reject } from './errors.ts'

/**
 * Between the steps of what takes its time: tells the caller how far it is, and stops if they no longer want it. `message`
 * says what comes next, in our own words.
 */
export function step(request: RequestFacts, done: number, total: number, message: string): void {
  requireWanted(request)
  request.progress?.(done, total, message)
}

/** What was taken back goes no further. */
export function requireWanted({ cancelled }: RequestFacts): void {
  if (cancelled?.aborted) reject('cancelled')
}
