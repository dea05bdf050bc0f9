import { useRef } from 'react'
import { write } from '../../write.ts'
import type { Order, Run } from './queries.ts'

/**
 * Returns a function that requests a run. If the response is lost, the same request has the same id, so that pressing the
 * button again never runs an action twice.
 */
export function useExecute(tunnel: string): (order: Order) => Promise<Run> {
  const pending = useRef<{ content: string; id: string }>(undefined)
  return async (order) => {
    const content = JSON.stringify(order)
    if (pending.current?.content !== content) pending.current = { content, id: randomId() }
    const run = await write('tunnels.execute', { tunnel, id: pending.current.id, ...order })
    pending.current = undefined
    return run
  }
}

/** Returns a random UUID. `crypto.randomUUID` is missing on pages without HTTPS. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
