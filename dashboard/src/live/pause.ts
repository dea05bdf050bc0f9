/** Waits until the time is over, the signal aborts, or the browser is online again. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, durationMs)
    signal.addEventListener('abort', end, ended)
    window.addEventListener('online', end, ended)
    if (signal.aborted) end()
  })
}
