import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../test/partners/server-process.ts'
import { send } from './load.ts'

const token = 'token-that-only-the-bench-uses'

/** The environment of a server whose memory is measured. Its young generation has the limit of `npm start`. */
export const measured = {
  NODE_OPTIONS: `--import=${new URL('./collect.ts', import.meta.url).href} --max-semi-space-size=16`,
  METRICS_TOKEN: token,
}

/** Returns the memory in KiB after garbage collection, once it is stable. */
export async function memoryOf({ pid, url }: ServerProcess): Promise<{ resident: number; heap: number }> {
  const resident = async () => {
    process.kill(pid, 'SIGUSR2')
    await pause(1500)
    return Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
  }
  for (let before = await resident(), now; ; before = now) {
    now = await resident()
    if (Math.abs(now - before) > 512) continue
    const headers = { Authorization: `Bearer ${token}` }
    const { text } = await send(url, { method: 'GET', path: '/metrics', headers })
    return { resident: now, heap: Number(/^baton_nodejs_heap_size_used_bytes (\d+)/m.exec(text)![1]) / 1024 }
  }
}
