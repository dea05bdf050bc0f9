import type { RequestFacts } from './context.ts'
import { reject } from '../errors/errors.ts'

/**
 * Reports progress between the steps of a long operation, and stops if the caller has cancelled. `message` describes
 * the next step.
 */
export function step(request: RequestFacts, done: number, total: number, message: string): void {
  requireWanted(request)
  request.progress?.(done, total, message)
}

/** Rejects if the caller has cancelled the request. */
export function requireWanted({ cancelled }: RequestFacts): void {
  if (cancelled?.aborted) reject('cancelled')
}
