import { isStorageFull } from './connection-errors.ts'

export interface Storage {
  /** Whether the database reported a full disk a moment ago. */
  isFull(): boolean
  /** Calls `listener` for each statement that fails for it. `isNew` is true if none did for a while. */
  onFull(listener: (isNew: boolean) => void): void
}

// Jobs and counters write all the time, so a disk that is still full is reported again within this time.
const reportMs = 60_000

/** Watches what is asked of a database for errors about a full disk. */
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
