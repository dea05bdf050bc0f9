import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

const timeoutMs = 20_000
const pollIntervalMs = 20

/** Polls until a value is as expected, because a page shows a response a moment after it arrives. */
export async function eventually<Value>(read: () => Value | Promise<Value>, expected: Value): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (JSON.stringify(value) === JSON.stringify(expected)) return
    if (Date.now() > deadline) return assert.deepEqual(value, expected)
    await pause(pollIntervalMs)
  }
}

/** Polls until a condition is true. */
export function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  return eventually(holds, true)
}
