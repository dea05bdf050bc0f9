import { setTimeout as pause } from 'node:timers/promises'

/** Waits until /health returns this status. The server must respond all the time. */
export async function waitForHealth(url: string, status: 200 | 503, timeoutMs = 120_000): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  while ((await fetch(`${url}/health`, { signal })).status !== status) await pause(20)
}
