import { type MachineWork, takeWork } from '../../domains/tunnels/machine-work.ts'
import type { App } from '../../operations/context.ts'
import { withUnfinishedRuns } from './connections.ts'
import type { MachineConnection } from './machine-connection.ts'
import type { Machines } from './machines.ts'

// Notices can be lost, so machines with unfinished runs are checked regularly.
const pollIntervalMs = 5000

/** Sends runs, decisions and cancellations from the database to the machines of this node. */
export class Dispatch {
  readonly #app: App
  readonly #machines: Machines
  /** The tunnels whose work is being sent, and whether there is more. */
  readonly #busy = new Map<string, { again: boolean }>()
  /** Connections that have received everything that an earlier one may have lost. */
  readonly #informed = new WeakSet<MachineConnection>()
  readonly #stopListening: (() => void)[]

  constructor(app: App, machines: Machines) {
    this.#app = app
    this.#machines = machines
    const timer = setInterval(() => void this.#poll(), pollIntervalMs).unref()
    this.#stopListening = [
      app.bus.onTunnelWaits((id) => this.wake(id)),
      app.bus.onReconnected(() => void this.#poll()),
      () => clearInterval(timer),
    ]
  }

  stop(): void {
    for (const stop of this.#stopListening) stop()
  }

  /** Sends the work of a machine, if it is connected to this node. */
  wake(tunnelId: string): void {
    const busy = this.#busy.get(tunnelId)
    if (busy) busy.again = true
    else if (this.#machines.currentOf(tunnelId)) void this.#sendAll(tunnelId)
  }

  async #sendAll(tunnelId: string): Promise<void> {
    const busy = { again: true }
    this.#busy.set(tunnelId, busy)
    while (busy.again) {
      busy.again = false
      const connection = this.#machines.currentOf(tunnelId)
      if (connection?.isUsable) await this.#send(connection)
    }
    this.#busy.delete(tunnelId)
  }

  async #send(connection: MachineConnection): Promise<void> {
    const { tunnelId, id } = connection
    const reconnected = !this.#informed.has(connection)
    try {
      const work = await takeWork(this.#app, tunnelId, id, { reconnected })
      if (!work) return this.#machines.access.wake()
      this.#informed.add(connection)
      sendWork(connection, work)
    } catch (error) {
      // The work may already be marked as sent. After a reconnect, the machine is asked about it.
      this.#app.log.warn({ reason: (error as Error).message }, 'the work of a machine could not be read')
      connection.close('failed')
    }
  }

  async #poll(): Promise<void> {
    const ids = this.#machines.connections().map(({ tunnelId }) => tunnelId)
    if (ids.length === 0) return
    try {
      for (const id of await withUnfinishedRuns(this.#app.database, ids)) this.wake(id)
    } catch (error) {
      this.#app.log.warn({ reason: (error as Error).message }, 'unfinished runs could not be read')
    }
  }
}

function sendWork(connection: MachineConnection, { inquire, start, decide, cancel }: MachineWork): void {
  // First, because an inquiry lets a machine continue a run that waited when its process ended.
  for (const cancellation of cancel) connection.send({ type: 'cancel', ...cancellation })
  for (const run of inquire) connection.send({ type: 'inquire', run })
  for (const run of start) connection.send({ type: 'run', run })
  for (const decision of decide) connection.send({ type: 'decide', ...decision })
}
