import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'
import {
  type SessionRow,
  deleteSession,
  findSession,
  insertSession,
  findOpenSessions,
  touchSessions,
} from './session-rows.ts'
import type { App } from '../../../operations/context.ts'
import { requireStorable } from '../../../operations/storable.ts'
import { cutText } from '../../../platform/cut-text.ts'
import type { Connections } from './connections.ts'
import type { Recipient, Recipients } from './relay.ts'
import { type Sender, senderInfo } from '../sender.ts'
import { SessionTransport } from './session-transport.ts'

const minute = 60_000
// An idle session is dropped, and restored from its row when it is used again.
const maxIdleMs = 10 * minute
const maxCapabilitiesLength = 16 * 1024
const initialize = 'initialize'

/** A session in the memory of this node. */
export class Session implements Recipient {
  readonly id: string
  readonly credentialId: string
  readonly userId: string
  readonly transport: SessionTransport
  usedAt = performance.now()

  constructor(id: string, signed: string, { caller }: Sender) {
    this.id = id
    this.credentialId = caller.credentialId
    this.userId = caller.user.id
    this.transport = new SessionTransport(signed, { credentialId: this.credentialId, userId: this.userId })
  }

  accepts(message: JSONRPCMessage): boolean {
    return this.transport.isExpected(message)
  }

  receive(message: JSONRPCMessage, sender: Sender): void {
    this.transport.receive(message, { authInfo: senderInfo(sender) })
  }
}

/**
 * The sessions of Streamable HTTP. They are not bound to a node: the initialize parameters of a client are in the
 * database, and any node can restore the session from them.
 */
export class Sessions implements Recipients {
  readonly #app: App
  readonly #connections: Connections
  readonly #sessions = new Map<string, Promise<Session>>()
  readonly #active = new Map<string, Session>()
  readonly #byCredential = new Map<string, Set<Session>>()
  readonly #timer = setInterval(() => void this.#cleanUp(), minute).unref()
  readonly #stopListening: (() => void)[]

  constructor(app: App, connections: Connections) {
    this.#app = app
    this.#connections = connections
    this.#stopListening = [
      app.bus.onRevoked((id) => {
        for (const session of this.#active.values())
          if ([session.id, session.credentialId, session.userId].includes(id)) this.#drop(session)
      }),
      app.bus.onReconnected(() => void this.#dropEnded()),
    ]
  }

  /** Returns the row of a session for any caller, or undefined if it has ended or never existed. */
  async findRow(signedId: string): Promise<SessionRow | undefined> {
    const id = this.#connections.ids.read(signedId)
    return id === undefined ? undefined : findSession(this.#app.database, id)
  }

  /** Creates a session. Returns the response, and the session id unless initialization failed. */
  async create(
    request: JSONRPCRequest,
    sender: Sender,
  ): Promise<{ response: JSONRPCMessage; sessionId?: string }> {
    requireStorable(request.params)
    const { id, signed } = this.#connections.ids.make()
    const session = new Session(id, signed, sender)
    const response = await this.#connect(session, request, sender)
    if (!('result' in response)) {
      void session.transport.close()
      return { response }
    }
    const { clientInfo, capabilities = {} } = request.params as unknown as InitializeParams
    await insertSession(this.#app.database, {
      id,
      credential_id: session.credentialId,
      client: {
        name: cutText(clientInfo.name, 120),
        version: cutText(clientInfo.version, 60),
        ...(clientInfo.title && { title: cutText(clientInfo.title, 120) }),
      },
      protocol_version: String(response.result.protocolVersion),
      capabilities: JSON.stringify(capabilities).length > maxCapabilitiesLength ? {} : capabilities,
    })
    this.#add(session)
    this.#sessions.set(id, Promise.resolve(session))
    return { response, sessionId: signed }
  }

  /** Returns the session of a row, restored if this node does not have it yet. */
  async load(row: SessionRow, sender: Sender): Promise<Session> {
    let loading = this.#sessions.get(row.id)
    if (!loading) {
      loading = this.#restore(row, sender)
      this.#sessions.set(row.id, loading)
      loading.catch(() => this.#sessions.delete(row.id))
    }
    const session = await loading
    session.usedAt = performance.now()
    if (row.stale) this.#touch([row.id])
    return session
  }

  /** Ends a session on every node. */
  async end(row: SessionRow): Promise<void> {
    await deleteSession(this.#app.database, row.id)
    const session = this.#active.get(row.id)
    if (session) this.#drop(session)
    this.#app.bus.revoked(row.id)
  }

  find(id: string): Recipient | undefined {
    return this.#active.get(id)
  }

  owns(): boolean {
    return false
  }

  ids(): Iterable<string> {
    return this.#active.keys()
  }

  /** Ends the streams, whose clients reconnect to another node. Pending requests still get their responses. */
  close(): void {
    clearInterval(this.#timer)
    for (const stop of this.#stopListening) stop()
    for (const { transport } of this.#active.values()) transport.closeStream()
  }

  async #restore(row: SessionRow, sender: Sender): Promise<Session> {
    const session = new Session(row.id, this.#connections.ids.sign(row.id), sender)
    const { client: clientInfo, capabilities, protocol_version: protocolVersion } = row
    const params = { clientInfo, capabilities, protocolVersion }
    await this.#connect(session, { jsonrpc: '2.0', id: initialize, method: initialize, params }, sender)
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
    session.transport.receive(initialized, { authInfo: senderInfo(sender) })
    this.#add(session)
    return session
  }

  async #connect(session: Session, request: JSONRPCRequest, sender: Sender): Promise<JSONRPCMessage> {
    await this.#connections.createServer().connect(session.transport)
    return session.transport.initialize(request, { authInfo: senderInfo(sender) })
  }

  #add(session: Session): void {
    this.#active.set(session.id, session)
    const siblings = this.#byCredential.get(session.credentialId) ?? new Set()
    this.#byCredential.set(session.credentialId, siblings.add(session))
    if (siblings.size <= this.#connections.maxPerCredential) return
    // Drops an idle session first, else the least recently used. Any node can restore it for its client.
    const [leastUsed] = [...siblings].toSorted(
      (a, b) => Number(a.transport.isBusy) - Number(b.transport.isBusy) || a.usedAt - b.usedAt,
    )
    this.#drop(leastUsed!)
  }

  #drop(session: Session): void {
    this.#active.delete(session.id)
    this.#sessions.delete(session.id)
    const siblings = this.#byCredential.get(session.credentialId)
    siblings?.delete(session)
    if (siblings?.size === 0) this.#byCredential.delete(session.credentialId)
    void session.transport.close()
  }

  async #cleanUp(): Promise<void> {
    const now = performance.now()
    for (const session of this.#active.values())
      if (!session.transport.isBusy && now - session.usedAt > maxIdleMs) this.#drop(session)
    this.#touch(this.#withStream())
    await this.#dropEnded()
  }

  /** Drops sessions that ended on another node, in case the notice was lost. */
  async #dropEnded(): Promise<void> {
    const open = this.#withStream()
    if (open.length === 0) return
    try {
      const existing = await findOpenSessions(this.#app.database, open)
      for (const id of open) if (!existing.has(id) && this.#active.has(id)) this.#drop(this.#active.get(id)!)
    } catch (error) {
      this.#app.log.warn({ reason: (error as Error).message }, 'MCP sessions could not be looked up')
    }
  }

  #withStream(): string[] {
    return [...this.#active.values()].filter(({ transport }) => transport.hasStream).map(({ id }) => id)
  }

  #touch(ids: string[]): void {
    if (ids.length === 0) return
    touchSessions(this.#app.database, ids).catch((error: Error) =>
      this.#app.log.warn({ reason: error.message }, 'the last use of an MCP session could not be stored'),
    )
  }
}

interface InitializeParams {
  clientInfo: { name: string; version: string; title?: string }
  capabilities?: Record<string, unknown>
}
