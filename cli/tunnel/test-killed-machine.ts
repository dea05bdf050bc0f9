import type { RunOrder } from './messages.ts'
import { RunLog } from './run-log.ts'
import { TestMachine } from './test-machine.ts'

/** A machine in its own process that kills itself with -9 at a moment of a run. */
interface Task {
  state: string
  permissions: string
  order: RunOrder
  moment: string
}

process.once('message', (task) => void run(task as Task))

async function run({ state, permissions, order, moment }: Task): Promise<void> {
  const die = () => process.kill(process.pid, 'SIGKILL')
  // Dies after the entry is on the disk, before the caller of the log continues.
  const dieAfter = (method: 'accept' | 'start' | 'end') => {
    const original = RunLog.prototype[method] as (...given: unknown[]) => void
    RunLog.prototype[method] = function (this: RunLog, ...given: unknown[]) {
      original.apply(this, given)
      die()
    }
  }
  if (moment === 'accepted') dieAfter('accept')
  if (moment === 'started') dieAfter('start')
  if (moment === 'ended') dieAfter('end')
  const machine = new TestMachine(state, permissions)
  machine.runs.start(order)
  if (moment === 'child') await machine.wrote(order.id, 'counted')
  else await machine.reached(order.id, 'done')
  die()
}
