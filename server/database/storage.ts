import { isStorageFull } from '../platform/connection-errors.ts'
import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'

export interface Storage {
  /** Returns whether the database reported a full disk within the last minute. */
  isFull(): boolean
  /** Calls `listener` for each statement that fails with a full disk. `isNew` is true for the first one in a while. */
  onFull(listener: (isNew: boolean) => void): void
}

// Jobs and counters write constantly, so a disk that is still full is reported again within this time.
const reportMs = 60_000

/** Watches the results of statements for errors about a full disk. */
export function watchStorage() {
  let reportedAt = -Infinity
  const listeners: ((isNew: boolean) => void)[] = []
  const isFull = () => Date.now() - reportedAt < reportMs
  const storage: Storage = { isFull, onFull: (listener) => void listeners.push(listener) }
  return {
    storage,
    async watch<Result>(work: Promise<Result>): Promise<Result> {
      try {
        return await work
      } catch (error) {
        if (isStorageFull(error)) {
          const isNew = !isFull()
          reportedAt = Date.now()
          for (const listener of listeners) listener(isNew)
        }
        throw error
      }
    },
  }
}

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
