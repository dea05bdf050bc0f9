import { fanOut } from './hub/fan-out.ts'
import { idleSockets } from './hub/idle-sockets.ts'

/**
 * Compares the live hub with a bare broadcast of the same library, `ws`: sending events, and keeping connections open.
 * BENCH_HUB=fan-out or BENCH_HUB=idle runs only one of them.
 */
export async function run(): Promise<void> {
  if (process.env.BENCH_HUB !== 'idle') await fanOut()
  if (process.env.BENCH_HUB !== 'fan-out') await idleSockets()
}
