import { setTimeout as pause } from 'node:timers/promises'

/** Waits until /health answers with this status. The server must answer all the time; the time is only how long we watch. */
export async function waitForHealth(url: string, status: 200 | 503, milliseconds = 120_000): Promise<void> {
  const watching = AbortSignal.timeout(milliseconds)
  while ((await fetch(`${url}/health`, { signal: watching })).status !== status) await pause(20)
}
