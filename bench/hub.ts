import { fanOut } from './hub/fan-out.ts'
import { idleSockets } from './hub/idle-sockets.ts'

/**
 * What the live hub costs next to a bare broadcast with the same library, `ws`: sending events, and holding connections.
 * BENCH_HUB=fan-out or BENCH_HUB=idle is one of the two alone.
 */
export async function run(): Promise<void> {
  if (process.env.BENCH_HUB !== 'idle') await fanOut()
  if (process.env.BENCH_HUB !== 'fan-out') await idleSockets()
}
