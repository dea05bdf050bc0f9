/** A timeout for the waits on a server. It doesn't count the time between the waits. */
export interface Watch {
  /** Aborts when the server was silent for too long, or with the signal of the caller. */
  signal: AbortSignal
  hasExpired(): boolean
  /** Restarts the timeout. */
  start(): void
  stop(): void
}

export function createWatch(timeoutMs: number, callerSignal: AbortSignal | undefined): Watch {
  const idle = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    signal: callerSignal ? AbortSignal.any([idle.signal, callerSignal]) : idle.signal,
    hasExpired: () => idle.signal.aborted,
    start() {
      stop()
      timer = setTimeout(() => idle.abort(), timeoutMs)
    },
    stop,
  }
}

/** Yields the chunks, and limits the wait for each. A slow consumer doesn't use up the time of the server. */
export async function* watched<T>(chunks: AsyncIterable<T>, watch: Watch): AsyncGenerator<T> {
  watch.start()
  try {
    for await (const chunk of chunks) {
      watch.stop()
      yield chunk
      watch.start()
    }
  } finally {
    watch.stop()
  }
}
