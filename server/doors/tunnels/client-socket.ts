import type { WebSocket } from 'ws'
import { spendCall } from '../../domains/agents/budget.ts'
import { execute, getRun } from '../../domains/tunnels/runs.ts'
import { rejectOverLimit } from '../../errors/errors.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { perform, toOperationError } from '../../operations/perform.ts'
import { newId } from '../../platform/ids.ts'
import { type MuxStream, Multiplexer } from '../../platform/multiplexer.ts'
import { createWsTransport } from '../../platform/ws-transport.ts'
import type { Guarded } from './access-checks.ts'
import { closings } from './closings.ts'
import { clientStream } from './control-messages.ts'
import type { Machines } from './machines.ts'
import { spliceWithin } from './splice-within.ts'
import { watchRun } from './watch-run.ts'

const maxStreams = 128
/** A run with the largest result has 4 MiB. */
const maxUnreadBytes = 8 * 1024 * 1024

/** The socket of a browser or agent, with streams to one machine. */
export class ClientSocket implements Guarded {
  readonly tunnelId: string
  readonly right = 'view'
  readonly mux: Multiplexer
  caller: KnownCaller
  readonly #app: App
  readonly #machines: Machines
  readonly #facts: RequestFacts
  readonly #streams = new Set<MuxStream>()

  constructor(machines: Machines, tunnelId: string, caller: KnownCaller, facts: RequestFacts, ws: WebSocket) {
    this.#app = machines.app
    this.#machines = machines
    this.#facts = facts
    this.tunnelId = tunnelId
    this.caller = caller
    this.mux = new Multiplexer(createWsTransport(ws), {
      dialer: false,
      maxStreams,
      accept: (stream) => void this.#accept(stream),
    })
  }

  get isClosed(): boolean {
    return this.mux.isClosed
  }

  end(reason: string): void {
    this.mux.close(closings.accessEnded[0], reason)
  }

  async #accept(stream: MuxStream): Promise<void> {
    for (const each of this.#streams) if (each.isClosed) this.#streams.delete(each)
    this.#streams.add(stream)
    try {
      const { rateLimits, settings } = this.#app
      const key = `credential ${this.caller.credentialId}`
      rejectOverLimit(rateLimits.count(key, settings.get('limits.api')))
      await this.#serve(stream)
    } catch (error) {
      const rejection = toOperationError(error)
      if (!rejection) this.#app.log.error({ requestId: this.#facts.id, err: error }, 'a stream failed')
      const detail = rejection?.errors?.map(({ path, message }) => `${path}: ${message}`).join(' ')
      stream.reset(rejection?.code ?? 'internal', detail || (rejection?.message ?? 'The request failed.'))
    }
  }

  async #serve(stream: MuxStream): Promise<void> {
    const header = clientStream.safeParse(stream.header)
    if (!header.success) return stream.reset('invalid_input', 'This kind of stream is unknown or incomplete.')
    if (header.data.kind === 'mcp') {
      const { kind, server } = header.data
      const toMachine = await this.#machines.openStream(
        this.tunnelId,
        { kind, server, session: newId() },
        this.caller,
      )
      return spliceWithin(stream, toMachine, () => this.#limitUnread())
    }
    if (header.data.kind === 'watch') return this.#watch(stream, header.data.run)
    const { kind: _, target, ...input } = header.data
    const given = { ...input, ...(target != null && { target }), tunnel: this.tunnelId, waitSeconds: 0 }
    await spendCall(this.#app, this.caller)
    const { output } = await perform(this.#app, execute, this.caller, given, this.#factsOf(stream))
    await this.#watch(stream, output.id)
  }

  async #watch(stream: MuxStream, runId: string): Promise<void> {
    const { tunnelId } = this
    const input = { tunnel: tunnelId, run: runId }
    const read = async () => {
      this.#limitUnread()
      return (await perform(this.#app, getRun, this.caller, input, this.#factsOf(stream))).output
    }
    await watchRun(this.#machines, stream, { tunnelId, runId, read })
  }

  #factsOf({ id }: MuxStream): RequestFacts {
    return { ...this.#facts, id: `${this.#facts.id}-${id}` }
  }

  /** Disconnects a client that grants credit but doesn't read, because everything for it waits in memory. */
  #limitUnread(): void {
    let unread = 0
    for (const { queuedBytes } of this.#streams) unread += queuedBytes
    if (unread > maxUnreadBytes) this.mux.close(...closings.tooSlow)
  }
}
