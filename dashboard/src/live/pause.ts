/** Waits, but not past the signal, and not past the moment the browser gets its network back. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, ended)
    window.addEventListener('online', end, ended)
    if (signal.aborted) end()
  })
}
