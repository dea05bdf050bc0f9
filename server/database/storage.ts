import { isStorageFull } from '../platform/connection-errors.ts'

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
