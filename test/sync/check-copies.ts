import assert from 'node:assert/strict'
import type { Device } from './device.ts'
import { type Item, kinds } from './protocol.ts'
import type { ServerState } from './server-state.ts'

/** Checks that a device holds exactly what the server shows its user. */
export function checkCopy(device: Device, state: ServerState, when: string): void {
  const expected = state.visibleTo(device.userId) ?? new Map<string, Item>()
  const held = new Map([...device.copy].filter(([, { kind }]) => kinds.includes(kind)))
  const name = `${when}, the device of user ${device.user}`
  for (const [id, item] of held)
    if (!expected.has(id)) {
      const stored = state.items.get(id)
      const reason = !stored ? 'does not exist' : stored.isDeleted ? 'is deleted' : 'its user cannot see'
      assert.fail(`${name} holds ${item.kind} ${id}, which ${reason}.`)
    }
  for (const [id, item] of expected) {
    const copy = held.get(id)
    assert.ok(copy, `${name} lacks ${item.kind} ${id} (version ${item.version}, ${item.scope}).`)
    const fields = Object.fromEntries(Object.keys(item.fields).map((field) => [field, copy.fields[field]]))
    assert.deepEqual(
      { version: copy.version, scope: copy.scope, fields },
      { version: item.version, scope: item.scope, fields: item.fields },
      `${name} holds another state of ${item.kind} ${id}.`,
    )
  }
}
