import { sendLine } from '../../server/platform/json-lines.ts'
import type { MuxStream } from '../../server/platform/multiplexer.ts'
import { type Fields, isFields } from '../cells.ts'
import { clean } from '../text.ts'
import { machine } from './claim.ts'
import { type Connection, stayConnected } from './connect.ts'
import { declarationOf } from './declaration.ts'
import { type RunSummary, type TunnelEvent, summaryOf } from './events.ts'
import { McpServers } from './mcp/servers.ts'
import type { RunOrder, RunState } from './messages.ts'
import type { Permissions } from './permissions.ts'
import type { RunLog } from './run-log.ts'
import { type Activity, Runs } from './runs.ts'
import type { Registration } from './token-file.ts'

/** Time for the service to acknowledge the last outcomes before the process ends. */
const maxAcknowledgeMs = 3000
const finalStates = new Set<RunState>(['done', 'failed', 'refused', 'cancelled', 'lost'])

type NewEvent = TunnelEvent extends infer Each ? (Each extends unknown ? Omit<Each, 'at'> : never) : never

/** Connects the runs and MCP servers of this machine with the control stream. */
export class Control {
  readonly #registration: Registration
  readonly #show: (event: TunnelEvent) => void
  readonly #runs: Runs
  readonly #mcp: McpServers
  readonly #stop = new AbortController()
  readonly #unfinished = new Map<string, RunSummary & { state: RunState }>()
  readonly #unacknowledged = new Set<string>()
  #permissions: Permissions
  #connection: Connection | undefined
  /** Runs after each event, for the steps of a shutdown that wait for one. */
  #changed: () => void = () => {}

  constructor(
    registration: Registration,
    permissions: Permissions,
    log: RunLog,
    show: (event: TunnelEvent) => void,
  ) {
    this.#registration = registration
    this.#permissions = permissions
    this.#show = show
    this.#mcp = new McpServers([...permissions.servers.values()])
    this.#runs = new Runs({
      permissions,
      log,
      mcp: this.#mcp,
      report: (message) => {
        if (message.type === 'state' && finalStates.has(message.state as RunState))
          this.#unacknowledged.add(message.run)
        this.#send(message)
      },
      openOutput: (run, offset) => {
        const { mux } = this.#connection ?? {}
        return !mux || mux.isClosed ? undefined : mux.open({ kind: 'output', run, offset })
      },
      ask: () => {},
      activity: (event) => this.#showActivity(event),
    })
  }

  /** The runs that have started, the oldest first. */
  get active(): RunSummary[] {
    return [...this.#unfinished.values()].filter(({ state }) => state === 'running')
  }

  /** Serves the service's requests until `stop`. Rejects if the service no longer accepts this machine. */
  async run(): Promise<void> {
    await stayConnected({
      registration: this.#registration,
      hello: () => ({
        type: 'hello',
        machine,
        declaration: declarationOf(this.#permissions),
        known: this.#runs.known(),
      }),
      accept: (stream) => this.#accept(stream),
      receive: (message) => this.#receive(message),
      connected: (connection) => {
        this.#connection = connection
        const { tunnel } = connection.welcome
        const name = clean(String(isFields(tunnel) ? tunnel.name : this.#registration.name))
        this.#event({ type: 'connected', name, server: this.#registration.url })
        this.#runs.resend()
      },
      disconnected: (reason, retryInMs) =>
        this.#event({ type: 'disconnected', reason, retryInSeconds: Math.round(retryInMs / 100) / 10 }),
      signal: this.#stop.signal,
    })
  }

  /** Applies a changed permission file and declares it. */
  setPermissions(permissions: Permissions): void {
    this.#permissions = permissions
    this.#mcp.setDeclared([...permissions.servers.values()])
    this.#runs.setPermissions(permissions)
    const declaration = declarationOf(permissions)
    this.#send({ type: 'declared', declaration })
    this.#event({ type: 'permissions', file: permissions.file, actions: declaration.actions.length })
  }

  decide(run: string, decision: 'allow' | 'refuse'): void {
    this.#runs.decide(run, decision, 'terminal')
  }

  cancel(run: string): void {
    this.#runs.cancel(run, "The machine's owner cancelled it.")
  }

  problem(message: string): void {
    this.#event({ type: 'problem', message })
  }

  /** Cancels the active runs, reports them and closes the connection. Runs that wait continue after the next start. */
  async stop(): Promise<void> {
    const { length } = this.active
    const runs = length === 1 ? '1 run' : `${length} runs`
    this.#event({ type: 'stopping', message: length === 0 ? 'Stopping.' : `Stopping. Cancelling ${runs}.` })
    await this.close()
  }

  /** Ends everything that runs on this machine, and waits shortly until the service knows the outcomes. */
  async close(): Promise<void> {
    try {
      await this.#runs.close()
      await this.#acknowledged()
    } finally {
      this.#stop.abort()
      await this.#mcp.close()
    }
  }

  #acknowledged(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, maxAcknowledgeMs)
      this.#changed = () => {
        if (this.#unacknowledged.size > 0 && this.#connection && !this.#connection.mux.isClosed) return
        clearTimeout(timer)
        resolve()
      }
      this.#changed()
    })
  }

  #receive(message: Fields): void {
    const run = String(message.run)
    if (message.type === 'run' && isFields(message.run))
      // The machine checks each field of an order before it runs.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      this.#runs.start(message.run as unknown as RunOrder)
    else if (message.type === 'acknowledge') {
      this.#unacknowledged.delete(run)
      this.#runs.acknowledge(run)
      this.#changed()
    } else if (message.type === 'cancel') this.#runs.cancel(run, clean(String(message.reason)))
    else if (message.type === 'inquire') this.#runs.inquire(run)
    else if (message.type === 'decide') {
      const by = isFields(message.by) ? String(message.by.name) : String(message.by)
      this.#runs.decide(run, message.decision === 'allow' ? 'allow' : 'refuse', { name: clean(by) })
    }
  }

  #accept(stream: MuxStream): void {
    const { kind } = stream.header as { kind?: unknown }
    if (kind === 'mcp' || kind === 'http') this.#mcp.serveStream(stream)
    else stream.reset('unknown_kind', 'This version of "baton tunnel" does not know this kind of stream.')
  }

  #send(message: object): void {
    const { mux, control } = this.#connection ?? {}
    if (mux && control && !mux.isClosed) sendLine(control, message)
  }

  #showActivity(event: Activity): void {
    if (event.type === 'problem') this.problem(event.message)
    if (event.type !== 'run') return
    const { order, state, reason } = event
    const summary = summaryOf(order)
    // States are reported again after a reconnect.
    if (this.#unfinished.get(order.id)?.state === state) return
    if (finalStates.has(state)) this.#unfinished.delete(order.id)
    else this.#unfinished.set(order.id, { ...summary, state })
    this.#event({ type: 'run', state, ...(reason && { reason: clean(reason) }), ...summary })
  }

  #event(event: NewEvent): void {
    this.#show({ at: new Date().toISOString(), ...event })
    this.#changed()
  }
}
