import type { StreamEvent } from '../../../operations/operation.ts'

/** Passes events from a task to a stream that may end earlier. Without a reader, events are dropped at the end. */
export interface EventChannel {
  push(event: StreamEvent): void
  /** Ends the channel. The reader gets the pending events first. */
  close(): void
  /** Yields the events until the channel is closed. */
  events(): AsyncGenerator<StreamEvent>
}

export function createEventChannel(): EventChannel {
  let pending: StreamEvent[] = []
  let isClosed = false
  let wake = () => {}
  return {
    push(event) {
      pending.push(event)
      wake()
    },
    close() {
      isClosed = true
      wake()
    },
    async *events() {
      for (;;) {
        const batch = pending
        pending = []
        yield* batch
        if (pending.length > 0) continue
        if (isClosed) return
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
