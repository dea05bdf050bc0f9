import { setTimeout as pause } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { requireTunnelUse } from '../../domains/tunnels/access.ts'
import { detachMachine, refreshSeen } from '../../domains/tunnels/connection-state.ts'
import type { Machine } from '../../domains/tunnels/find-machine.ts'
import type { TunnelRow } from '../../domains/tunnels/tables.ts'
import { reject } from '../../errors/errors.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { toOperationError } from '../../operations/perform.ts'
import type { MuxStream } from '../../platform/multiplexer.ts'
import { AccessChecks, authenticateAgain, requireActive, ticketOf } from './access-checks.ts'
import { connectionOf } from './connections.ts'
import { linkStream } from './control-messages.ts'
import { Dispatch } from './dispatch.ts'
import { Heartbeats } from './heartbeats.ts'
import { Links } from './links.ts'
import { MachineConnection } from './machine-connection.ts'
import { Outputs } from './output.ts'
import { spliceWithin } from './splice-within.ts'

// A machine whose last report is older than 45 seconds counts as offline.
const refreshIntervalMs = 15_000
// Time for machines to connect to another node when this one stops.
const drainTimeoutMs = 3000
const closeTimeoutMs = 1000

/** The stream to open on a machine. This node adds the requester. */
export interface StreamHeader {
  kind: string
  server?: unknown
  [field: string]: unknown
}

/** The machines that are connected to this node, and the way to those at other nodes. */
export class Machines {
  readonly app: App
  readonly outputs: Outputs
  readonly heartbeats = new Heartbeats()
  readonly access: AccessChecks
  readonly #dispatch: Dispatch
  readonly #links: Links
  readonly #connections = new Map<string, MachineConnection>()
  /** The newest connection of each machine. */
  readonly #current = new Map<string, MachineConnection>()
  readonly #attaching = new Map<string, Promise<void>>()
  readonly #refreshing: NodeJS.Timeout
  isStopping = false

  constructor(app: App) {
    this.app = app
    this.outputs = new Outputs(app)
    this.access = new AccessChecks(app, this)
    this.#dispatch = new Dispatch(app, this)
    this.#links = new Links(app, {
      connectionIds: () => [...this.#connections.keys()],
      hasConnection: (id) => this.#connections.has(id),
      serve: (connectionId, stream) => void this.#serveLinked(connectionId, stream),
    })
    this.#refreshing = setInterval(() => void this.#refreshSeen(), refreshIntervalMs).unref()
    app.metrics.gauge({
      name: 'baton_connected_machines',
      help: 'Machines that are connected to this node through a tunnel.',
      labels: [],
      read: () => [[{}, this.#current.size]],
    })
  }

  /** All sockets of machines, also those that a newer one has replaced. */
  connections(): MachineConnection[] {
    return [...this.#connections.values()]
  }

  currentOf(tunnelId: string): MachineConnection | undefined {
    return this.#current.get(tunnelId)
  }

  /** Accepts the socket of a machine that has sent a valid token. */
  connect(machine: Machine, ws: WebSocket): void {
    const connection = new MachineConnection(this, machine, ws)
    this.#connections.set(connection.id, connection)
    this.heartbeats.add(connection.mux)
  }

  /** Attaches one connection of a machine after the other, so that the newest in the database is the newest here. */
  inTurn(tunnelId: string, attach: () => Promise<void>): Promise<void> {
    const turn = (this.#attaching.get(tunnelId) ?? Promise.resolve()).catch(() => {}).then(attach)
    this.#attaching.set(tunnelId, turn)
    const finish = (): void => {
      if (this.#attaching.get(tunnelId) === turn) this.#attaching.delete(tunnelId)
    }
    turn.then(finish, finish)
    return turn
  }

  /** Makes a connection the one that gets work. The streams of an older one continue for a while. */
  attached(connection: MachineConnection): void {
    this.#current.get(connection.tunnelId)?.retire()
    this.#current.set(connection.tunnelId, connection)
    this.#dispatch.wake(connection.tunnelId)
  }

  async disconnected(connection: MachineConnection): Promise<void> {
    this.#connections.delete(connection.id)
    if (this.#current.get(connection.tunnelId) === connection) this.#current.delete(connection.tunnelId)
    this.#links.disconnected(connection.id)
    if (!connection.isAttached) return
    await detachMachine(this.app, connection.tunnelId, connection.id).catch((error: Error) => {
      this.app.log.warn({ reason: error.message }, 'the end of a connection could not be stored')
    })
  }

  /**
   * Opens a stream to a machine that the caller can use, at this node or through another one. The stream is reset with
   * `forbidden` within a second after the caller loses access.
   */
  async openStream(tunnelId: string, header: StreamHeader, caller: KnownCaller): Promise<MuxStream> {
    requireActive(caller)
    const { tunnel } = await requireTunnelUse(this.app.database, caller, tunnelId)
    requireDeclared(tunnel, header)
    const stream = await this.#open(tunnel, header, caller)
    this.access.guard(tunnelId, caller, stream)
    return stream
  }

  async #open(tunnel: TunnelRow, header: StreamHeader, caller: KnownCaller): Promise<MuxStream> {
    const { wire } = this.app.bus
    const local = this.#current.get(tunnel.id)
    if (local?.isUsable) return this.#openLocal(local, tunnel, header, caller)
    const connectionId = await connectionOf(this.app.database, tunnel.id)
    const connection = this.#connections.get(connectionId ?? '')
    if (connection?.isUsable) return this.#openLocal(connection, tunnel, header, caller)
    if (!connectionId || connection || !wire()) return reject('machine_offline')
    return this.#links.to(connectionId).open({ header, ticket: ticketOf(caller) })
  }

  #openLocal(
    { mux }: MachineConnection,
    tunnel: TunnelRow,
    header: StreamHeader,
    { user, agent }: KnownCaller,
  ): MuxStream {
    const { id: userId, name, username, email } = user
    const requester = { userId, name, username, email, isOwner: userId === tunnel.user_id, agent }
    return mux.open({ ...header, requester })
  }

  /** Connects a stream from another node to a machine. That node authenticated the caller, and this one does again. */
  async #serveLinked(connectionId: string, stream: MuxStream): Promise<void> {
    try {
      const connection = this.#connections.get(connectionId)
      if (!connection?.isUsable) return stream.reset('machine_offline', 'The machine is not connected.')
      const { header, ticket } = linkStream.parse(stream.header)
      const caller = await authenticateAgain(this.app, ticket)
      const { tunnel } = await requireTunnelUse(this.app.database, caller, connection.tunnelId)
      requireDeclared(tunnel, header)
      const toMachine = this.#openLocal(connection, tunnel, header, caller)
      this.access.guard(tunnel.id, caller, toMachine)
      spliceWithin(stream, toMachine)
    } catch (error) {
      const rejection = toOperationError(error)
      if (!rejection)
        this.app.log.warn({ reason: (error as Error).message }, 'a stream from another node failed')
      stream.reset(rejection?.code ?? 'internal', rejection?.message ?? 'The stream could not be opened.')
    }
  }

  async #refreshSeen(): Promise<void> {
    const ids = [...this.#current.values()].map(({ id }) => id)
    if (ids.length === 0) return
    await refreshSeen(this.app.database, ids).catch((error: Error) => {
      this.app.log.warn({ reason: error.message }, 'the state of connected machines could not be stored')
    })
  }

  /**
   * Asks all machines to connect to another node and waits for that, so that no client notices a deployment. Outcomes that
   * arrive until then are stored and acknowledged. Machines send all others again.
   */
  async close(): Promise<void> {
    this.isStopping = true
    for (const connection of this.connections()) connection.send({ type: 'drain' })
    const deadline = performance.now() + (this.app.bus.wire() ? drainTimeoutMs : 0)
    while (this.connections().some(({ isUsable }) => isUsable) && performance.now() < deadline)
      await pause(50)
    clearInterval(this.#refreshing)
    this.#dispatch.stop()
    await this.access.stop()
    this.heartbeats.stop()
    const open = this.connections()
    for (const connection of open) connection.close('restart')
    await this.outputs.close()
    await this.#links.close()
    await Promise.race([Promise.all(open.map(({ ended }) => ended)), pause(closeTimeoutMs)])
  }
}

/** Rejects an MCP server that the permission file of the machine doesn't allow. The machine checks it, too. */
function requireDeclared({ declaration }: TunnelRow, { server }: StreamHeader): void {
  const isDeclared = declaration?.servers.some(({ name, mode }) => name === server && mode !== 'reject')
  if (!isDeclared) reject('action_not_allowed', { action: `the MCP server "${String(server)}"` })
}
