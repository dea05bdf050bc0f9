import { fanOut } from './hub/fan-out.ts'
import { idleSockets } from './hub/idle-sockets.ts'

/** What the live hub costs next to a bare broadcast with the same library, `ws`: sending events, and holding connections. */
export async function run(): Promise<void> {
  await fanOut()
  await idleSockets()
}
