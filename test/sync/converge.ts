import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { checkCopy } from './check-copies.ts'
import { checkJournal, digestOf } from './check-journal.ts'
import { checkWrites } from './check-writes.ts'
import type { Recorded } from './device.ts'
import type { History } from './history.ts'
import { addMember, requestsOf, waitForEarlierWrites } from './lane.ts'
import type { Result } from './protocol.ts'
import { type ServerState, readState } from './server-state.ts'
import type { Request } from './requests.ts'

/** Ends a history: every device sends what is left and pulls everything. Then checks what the issue promises. */
export async function checkConvergence(history: History, request: Request): Promise<void> {
  const { lane, organization } = history
  await sendEverything(history, request)
  await waitForEarlierWrites(lane)
  const read = () => readState(lane.server.app.database, organization.id)
  for (const device of history.devices) await device.pull()
  const state = await read()
  for (const device of history.devices) checkCopy(device, state, 'After all pulls')
  checkWrites(history, state)
  checkJournal(history, state)
  await checkRepeatedPush(history, request, state)
  assert.equal(digestOf(await read()), digestOf(state), 'A repeated push changed something.')
  await checkOldCursors(history, state)
}

/** Sends all queues. A removed user gets access again for that, or the outcome of their last changes stayed unknown. */
async function sendEverything(history: History, request: Request): Promise<void> {
  const { lane, organization, devices, roles } = history
  const isWaiting = (user: number) =>
    devices.some((device) => device.user === user && device.queue.length > 0)
  const returning = [...roles.keys()].filter((user) => roles[user] === null && isWaiting(user))
  for (const user of returning) await addMember(lane, organization.id, user)
  for (const device of devices) {
    await device.push()
    assert.equal(device.queue.length, 0, `User ${device.user} has changes without an outcome.`)
  }
  for (const user of returning) {
    const member = lane.people[user]!.user.id
    await requestsOf(lane, organization.id, 0, request)('members.remove', { member })
  }
}

/** Sends all acknowledged changes again. Each is a duplicate with its first result. */
async function checkRepeatedPush(history: History, request: Request, state: ServerState): Promise<void> {
  const { lane, organization, devices } = history
  for (const device of devices) {
    const acknowledged = device.records.filter(({ result }) => result?.item)
    if (acknowledged.length === 0 || state.visibleTo(device.userId) === null) continue
    const send = requestsOf(lane, organization.id, device.user, request)
    const changes = acknowledged.map(({ change }) => change)
    const { results } = (await send('sync.push', { device: device.id, changes })) as { results: Result[] }
    for (const [index, result] of results.entries()) checkDuplicate(acknowledged[index]!, result)
  }
}

function checkDuplicate({ change, result: first }: Recorded, again: Result): void {
  assert.equal(again.outcome, 'duplicate', `${change.id} was sent again: ${JSON.stringify(again)}`)
  assert.equal(
    again.first,
    first!.first ?? first!.outcome,
    `${change.id} has another outcome than the first time.`,
  )
  for (const part of ['item', 'fields', 'conflicts'] as const)
    assert.ok(
      isDeepStrictEqual(again[part], first![part]),
      `${change.id} has another ${part} than the first time.`,
    )
}

/** Pulls from an old cursor on the copy of that time, and into an empty copy in small pages. Both end the same. */
async function checkOldCursors({ devices }: History, state: ServerState): Promise<void> {
  for (const [index, device] of devices.entries()) {
    const [saved] = device.saved
    if (saved?.cursor === undefined && index > 0) continue
    device.copy = saved?.cursor === undefined ? new Map() : saved.copy
    device.cursor = saved?.cursor
    await device.pull({ limit: saved?.cursor === undefined ? 4 : 1000 })
    checkCopy(
      device,
      state,
      saved?.cursor === undefined ? 'After a first pull in pages' : 'From an old cursor',
    )
  }
}
