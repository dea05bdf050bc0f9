import type { WebSocket } from 'ws'
import { attachMachine, storeDeclaration } from '../../domains/tunnels/connection-state.ts'
import type { Machine } from '../../domains/tunnels/find-machine.ts'
import { saveProgress, saveState } from '../../domains/tunnels/machine-work.ts'
import { isFinal } from '../../domains/tunnels/run.ts'
import { OperationError } from '../../errors/errors.ts'
import { newId } from '../../platform/ids.ts'
import { readLines, sendLine } from '../../platform/json-lines.ts'
import { type MuxStream, Multiplexer } from '../../platform/multiplexer.ts'
import { createWsTransport } from '../../platform/ws-transport.ts'
import { closings } from './closings.ts'
import { type MessageFromMachine, machineStream, messageFromMachine } from './control-messages.ts'
import type { Machines } from './machines.ts'

const protocol = 1
const maxLineBytes = 4 * 1024 * 1024
// Orders contain files, so several can wait while a machine reads slowly.
const maxQueuedBytes = 32 * 1024 * 1024
const helloTimeoutMs = 10_000
const retireTimeoutMs = 30_000

/** One socket of a machine. It gets work only while it is the current one of its tunnel. */
export class MachineConnection {
  readonly id = newId()
  readonly tunnelId: string
  /** The hash of the token that opened it. It ends with the token. */
  readonly tokenHash: Buffer
  readonly mux: Multiplexer
  readonly #machines: Machines
  #control: MuxStream | undefined
  /** Whether the database has it as the connection of its machine. */
  isAttached = false
  /** Resolves when the end of the connection is stored. */
  readonly ended: Promise<void>
  /** Set once a newer connection has replaced this one. */
  #retireBy: number | undefined

  constructor(machines: Machines, machine: Machine, ws: WebSocket) {
    this.#machines = machines
    this.tunnelId = machine.id
    this.tokenHash = machine.token_hash!
    this.mux = new Multiplexer(createWsTransport(ws), {
      dialer: false,
      accept: (stream) => this.#accept(stream),
    })
    const timer = setTimeout(() => this.isAttached || this.close('heartbeatTimeout'), helloTimeoutMs).unref()
    this.ended = this.mux.closed.then(() => {
      clearTimeout(timer)
      return this.#machines.disconnected(this)
    })
  }

  get isUsable(): boolean {
    return this.isAttached && this.#retireBy === undefined && !this.mux.isClosed
  }

  /** Sends a line on the control stream. */
  send(message: { type: string; [field: string]: unknown }): void {
    if (!this.#control || this.mux.isClosed) return
    sendLine(this.#control, message)
    if (this.#control.queuedBytes > maxQueuedBytes) this.close('tooSlow')
  }

  close(why: keyof typeof closings, detail?: string): void {
    const [code, reason] = closings[why]
    this.mux.close(code, detail ?? reason)
  }

  /** Keeps the open streams for a while, but accepts no new work. */
  retire(): void {
    this.#retireBy ??= performance.now() + retireTimeoutMs
    this.closeIfDone()
  }

  /** Closes a retired connection once its streams have ended, and one whose control stream has ended. */
  closeIfDone(): void {
    if (this.#control?.isClosed) return this.close('invalidMessage')
    if (this.#retireBy === undefined) return
    const openStreams = this.mux.streamCount - (this.#control ? 1 : 0)
    if (openStreams === 0 || performance.now() > this.#retireBy) this.close('replaced')
  }

  #accept(stream: MuxStream): void {
    const header = machineStream.safeParse(stream.header)
    if (!header.success) return stream.reset('invalid_input', 'This kind of stream is unknown.')
    if (header.data.kind === 'output') {
      if (!this.isAttached) return stream.reset('invalid_input', 'Send "hello" first.')
      const { run, offset } = header.data
      return void this.#machines.outputs.receive(this.tunnelId, run, offset, stream)
    }
    if (header.data.protocol !== protocol || this.#control)
      return this.close('invalidMessage', `This service speaks protocol ${protocol}. Update "baton".`)
    this.#control = stream
    readLines(stream, maxLineBytes, (line) => this.#receive(line))
    stream.onEnd(() => this.close('invalidMessage', 'The control stream ended.'))
    stream.onReset(() => this.close('invalidMessage', 'The control stream was reset.'))
  }

  async #receive(line: unknown): Promise<void> {
    if (this.mux.isClosed) return
    const parsed = messageFromMachine.safeParse(line)
    if (!parsed.success || (parsed.data.type === 'hello') === this.isAttached)
      return this.close('invalidMessage')
    try {
      await this.#process(parsed.data)
    } catch (error) {
      if (error instanceof OperationError && error.status < 500) {
        const [field] = error.errors ?? []
        return this.close('invalidMessage', field ? `${field.path}: ${field.message}` : error.message)
      }
      // The machine sends everything that isn't acknowledged again after it reconnects.
      this.#machines.app.log.warn({ reason: (error as Error).message }, 'a message of a machine failed')
      this.close('failed')
    }
  }

  async #process(message: MessageFromMachine): Promise<void> {
    const { app } = this.#machines
    if (message.type === 'hello') {
      const { machine, declaration } = message
      return this.#machines.inTurn(this.tunnelId, () => this.#attach({ machine, declaration }))
    }
    if (message.type === 'declared') {
      const isCurrent = await storeDeclaration(app, this.tunnelId, this.id, message.declaration)
      return isCurrent ? undefined : this.retire()
    }
    if (message.type === 'progress') return saveProgress(app, this.tunnelId, this.id, message)
    const outcome = await saveState(app, this.tunnelId, this.id, message)
    if (outcome === 'replaced') return this.retire()
    // A run that the service doesn't have is acknowledged, too: the machine would report it again for 30 days.
    if (message.state !== 'unknown' && isFinal(message.state))
      this.send({ type: 'acknowledge', run: message.run })
  }

  async #attach(given: { machine: unknown; declaration: unknown }): Promise<void> {
    const { app } = this.#machines
    const attached = await attachMachine(app, this.tunnelId, { connectionId: this.id, ...given })
    if (!attached) return this.close('accessEnded')
    this.isAttached = true
    if (this.mux.isClosed) return this.#machines.disconnected(this)
    const { owner, id, name } = attached
    this.send({ type: 'welcome', tunnel: { id, name }, owner })
    this.#machines.attached(this)
  }
}
