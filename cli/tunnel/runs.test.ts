import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import type { MuxStream } from '../../server/platform/mux-stream.ts'
import { processStart } from './process-start.ts'
import { RunLog, readRecentRuns } from './run-log.ts'
import { TestMachine, orderOf, parse, temporaryFolder } from './test-machine.ts'

const root = temporaryFolder()
const node = JSON.stringify(process.execPath)
/** A command that adds a line to a file, and then waits if the line is "wait". */
const count = path.join(root, 'count.cjs')
fs.writeFileSync(
  count,
  `const [, , file, text] = process.argv
   require('node:fs').appendFileSync(file, process.pid + ' ' + text + '\\n')
   console.log('counted')
   if (text === 'wait') setInterval(() => {}, 1000)`,
)
let folders = 0

/** Returns a new state folder, the file that counts and a permission file. */
function place() {
  const state = path.join(root, `state-${++folders}`)
  const file = path.join(root, `count-${folders}`)
  const command = (mode: string) =>
    `{ program: ${node}, arguments: [${count}, ${file}, "{text}"], parameters: { text: {} }, mode: ${mode} }`
  const permissions = `
requesters: { me: true, my-agents: false, people: [Eva@Example.com, finn] }
commands: { count: ${command('allow')}, ask: ${command('ask')} }`
  const lines = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [])
  return { state, permissions, lines }
}

after(() => fs.rmSync(root, { recursive: true }))

describe('runs on a machine', () => {
  it('rejects requesters that the permission file does not name', async () => {
    const { state, permissions } = place()
    const machine = new TestMachine(state, permissions)
    const ada = orderOf('get_status', null).requester
    const other = { ...ada, userId: 'eva', isOwner: false, email: 'mallory@example.com', username: null }
    const agent = { id: 'bot', name: 'Bot' }
    const stateOf = async (requester: object) =>
      (await machine.perform('get_status', null, {}, { requester })).state
    assert.equal(await stateOf(ada), 'done')
    assert.equal(await stateOf({ ...other, email: 'EVA@example.com' }), 'done')
    assert.equal(await stateOf({ ...other, email: null, username: 'finn' }), 'done')
    assert.equal(await stateOf(other), 'refused')
    assert.equal(await stateOf({ ...ada, agent }), 'refused', "the owner's agents are off")
    assert.equal(await stateOf({ ...other, username: 'finn', agent }), 'refused', 'people, not their agents')
    machine.runs.start({ id: 'x', requester: {} } as never)
    assert.equal((await machine.reached('x', 'failed')).reason, "This machine can't read the run.")
    await machine.close()
  })

  it('runs a repeated order once and reports its state again', async () => {
    const { state, permissions, lines } = place()
    let machine = new TestMachine(state, permissions)
    const order = orderOf('run_command', 'count', { text: 'a' })
    for (let repeat = 0; repeat < 3; repeat++) machine.runs.start(order)
    const done = await machine.reached(order.id, 'done')
    machine.runs.start(order)
    machine.runs.inquire(order.id)
    assert.deepEqual(machine.messages.at(-1), done, 'the same outcome')
    await machine.close()
    machine = new TestMachine(state, permissions)
    assert.deepEqual(machine.runs.known(), [{ run: order.id, state: 'done' }])
    machine.runs.resend()
    assert.deepEqual(machine.messages, [done])
    machine.runs.acknowledge(order.id)
    await machine.close()
    machine = new TestMachine(state, permissions)
    assert.deepEqual(machine.runs.known(), [])
    machine.runs.start(order)
    assert.deepEqual(machine.states(order.id), ['done'])
    await machine.close()
    assert.equal(lines().length, 1)
    assert.equal(readRecentRuns(state, 5)[0]!.order.id, order.id)
  })

  it('starts a run after consent, and lets a flood neither start nor hide one', async () => {
    const { state, permissions, lines } = place()
    const machine = new TestMachine(state, permissions)
    const orders = Array.from({ length: 7 }, () => orderOf('run_command', 'ask', { text: 'a' }))
    for (const order of orders) machine.runs.start(order)
    assert.equal(machine.asked.length, 5)
    assert.match(
      (await machine.reached(orders[5]!.id, 'refused')).reason!,
      /5 runs of this requester already wait/,
    )
    for (let person = 0; person < 20; person++) {
      const requester = { ...orders[0]!.requester, userId: String(person) }
      machine.runs.start(orderOf('run_command', 'ask', { text: 'a' }, { requester }))
    }
    assert.equal(machine.asked.length, 20)
    machine.runs.decide(orders[0]!.id, 'allow', 'terminal')
    assert.equal((await machine.reached(orders[0]!.id, 'running')).decidedIn, 'terminal')
    await machine.reached(orders[0]!.id, 'done')
    machine.runs.decide(orders[1]!.id, 'refuse', { name: 'Ada' })
    machine.runs.decide(orders[1]!.id, 'allow', { name: 'Ada' })
    assert.equal((await machine.reached(orders[1]!.id, 'refused')).reason, 'The owner refused this run.')
    machine.runs.decide(orders[6]!.id, 'allow', { name: 'Ada' })
    machine.runs.setPermissions(parse('requesters: { me: true }'))
    assert.deepEqual(machine.states(orders[2]!.id), ['asked', 'refused'], 'the owner removed the command')
    await machine.close()
    assert.equal(lines().length, 1)
  })

  it('never starts a run that was cancelled before it arrived', async () => {
    const { state, permissions, lines } = place()
    const machine = new TestMachine(state, permissions)
    const order = orderOf('run_command', 'count', { text: 'a' })
    machine.runs.inquire(order.id)
    machine.runs.cancel(order.id, 'Too late.')
    machine.runs.start(order)
    assert.deepEqual(machine.states(order.id), ['unknown', 'cancelled', 'cancelled'])
    await machine.close()
    assert.deepEqual(lines(), [])
  })

  it('runs at most 8 at once, in order, and stops them when the owner stops', async () => {
    const { state, permissions, lines } = place()
    let machine = new TestMachine(state, permissions)
    const orders = Array.from({ length: 10 }, () => orderOf('run_command', 'count', { text: 'wait' }))
    for (const order of orders) machine.runs.start(order)
    for (const { id } of orders.slice(0, 8)) await machine.wrote(id, 'counted')
    assert.deepEqual(machine.states(orders[8]!.id), [])
    machine.runs.cancel(orders[9]!.id, 'Not needed.')
    machine.runs.cancel(orders[0]!.id, 'Not needed.')
    await machine.wrote(orders[8]!.id, 'counted')
    machine.runs.start(orderOf('run_command', 'count', { text: 'last' }))
    await machine.close()
    assert.deepEqual(
      orders.map(({ id }) => machine.states(id).at(-1)),
      orders.map(() => 'cancelled'),
    )
    assert.equal(lines().length, 9)
    machine = new TestMachine(state, permissions)
    const waiting = machine.runs.known().find((each) => each.state === 'queued')!
    assert.deepEqual(machine.states(waiting.run), [], 'waits until the service mentions it')
    machine.runs.inquire(waiting.run)
    await machine.reached(waiting.run, 'done')
    assert.match(lines().at(-1)!, /last$/)
    await machine.close()
  })

  it('continues the output after a gap and after a reconnect, with its offset', async () => {
    const { state, permissions } = place()
    const streams: { offset: number; text: string; isClosed: boolean }[] = []
    const machine = new TestMachine(state, permissions, (_run, offset) => {
      const stream = {
        offset,
        text: '',
        isClosed: false,
        queuedBytes: 0,
        write: (chunk: Uint8Array) => void (stream.text += Buffer.from(chunk).toString()),
        end: () => void (stream.isClosed = true),
        reset: () => void (stream.isClosed = true),
        writable: () => Promise.resolve(),
      }
      streams.push(stream)
      return stream as unknown as MuxStream
    })
    const order = orderOf('run_command', 'count', { text: 'wait' })
    machine.runs.start(order)
    await machine.wrote(order.id, 'counted')
    machine.runs.resend()
    assert.deepEqual(
      streams.map(({ offset, text, isClosed }) => ({ offset, text, isClosed })),
      [
        { offset: 0, text: 'counted\n', isClosed: true },
        { offset: 0, text: 'counted\n', isClosed: false },
      ],
    )
    await machine.close()
    assert.equal(streams[1]!.isClosed, true)
  })

  it('reads a log whose last line is cut, and rejects one that is damaged', () => {
    const { state } = place()
    const log = RunLog.open(state)
    const orders = [orderOf('get_status', null), orderOf('get_status', null)]
    for (const order of orders) log.accept(order)
    log.close()
    const file = path.join(state, 'runs.jsonl')
    fs.truncateSync(file, fs.statSync(file).size - 10)
    const again = RunLog.open(state)
    assert.deepEqual(
      again.unacknowledged().map(({ id }) => id),
      [orders[0]!.id],
    )
    again.close()
    fs.writeFileSync(file, `{"type":\n${fs.readFileSync(file, 'utf8')}`)
    assert.throws(() => RunLog.open(state), /line 1 is damaged/)
  })
})

describe('a machine that is killed with -9', () => {
  it('runs the command at most once, wherever it is killed', async () => {
    for (const moment of ['accepted', 'started', 'child', 'ended', 'reported']) {
      const { state, permissions, lines } = place()
      const order = orderOf('run_command', 'count', { text: moment === 'child' ? 'wait' : 'a' })
      const killed = fork(new URL('test-killed-machine.ts', import.meta.url), { stdio: 'inherit' })
      killed.send({ state, permissions, order, moment })
      const [, signal] = (await once(killed, 'exit')) as [number | null, string | null]
      assert.equal(signal, 'SIGKILL', moment)
      const machine = new TestMachine(state, permissions)
      machine.runs.resend()
      machine.runs.start(order)
      machine.runs.inquire(order.id)
      const end = await machine.reached(order.id, 'done', 'failed', 'lost')
      assert.equal(end.state, ['started', 'child'].includes(moment) ? 'lost' : 'done', moment)
      const expected = moment === 'started' ? 0 : 1
      assert.equal(lines().length, expected, `after ${moment}`)
      const [pid] = lines().map(Number.parseFloat)
      if (moment === 'child') assert.equal(await hasEnded(pid!), true, 'the command that was left is killed')
      await machine.close()
    }
  })

  it('never kills another process that has the same id', async () => {
    const { state, permissions } = place()
    const log = RunLog.open(state)
    const order = orderOf('run_command', 'count', { text: 'a' })
    const bystander = fork(count, [path.join(root, 'bystander'), 'wait'], { detached: true, stdio: 'ignore' })
    while (processStart(bystander.pid!) === null) await new Promise((resolve) => setImmediate(resolve))
    log.accept(order)
    log.start(order.id)
    log.setChild(order.id, { pid: bystander.pid!, start: 'another boot 1' })
    log.close()
    const machine = new TestMachine(state, permissions)
    assert.deepEqual(machine.runs.known(), [{ run: order.id, state: 'lost' }])
    assert.equal(bystander.kill(0), true)
    bystander.kill('SIGKILL')
    assert.deepEqual(await once(bystander, 'exit'), [null, 'SIGKILL'])
    await machine.close()
  })
})

/** Polls, because a process of a dead parent sends no event. */
async function hasEnded(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 500; tries++) {
    const status = processStart(pid) === null ? 'State: Z' : fs.readFileSync(`/proc/${pid}/status`, 'utf8')
    if (/State:\s+Z/.test(status)) return true
    await new Promise((resolve) => void setTimeout(resolve, 10))
  }
  return false
}
