import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'

/** Thrown if a data folder can't be opened because its disk is full. */
export class NoSpace extends OperatorError {
  readonly code = 'ENOSPC'
}

export function noSpace(folder: string): NoSpace {
  return new NoSpace(
    `There is no space left for the data folder ${path.resolve(folder)}. Free some space or raise the quota, then start again.`,
  )
}

/** Returns whether an error that PostgreSQL logged is about a full disk. */
export function hasNoSpace(reason: string): boolean {
  return reason.includes('No space left on device')
}
