import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server'
import {
  type SessionRow,
  deleteSession,
  findSession,
  insertSession,
  findOpenSessions,
  touchSessions,
} from '../../../domains/mcp/session-rows.ts'
import type { App } from '../../../operations/context.ts'
import { requireStorable } from '../../../operations/storable.ts'
import { cutText } from '../../../platform/cut-text.ts'
import type { Connections } from './connections.ts'
import type { Recipient, Recipients } from './relay.ts'
import { type Sender, senderInfo } from '../sender.ts'
import { SessionTransport } from './session-transport.ts'

const minute = 60_000
// A session that is not used is forgotten here and made again from its row when it is.
const keptIdle = 10 * minute
const longestCapabilities = 16 * 1024
const initialize = 'initialize'

/** A session as this node holds it. */
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

  takes(message: JSONRPCMessage): boolean {
    return this.transport.concerns(message)
  }

  receive(message: JSONRPCMessage, sender: Sender): void {
    this.transport.receive(message, { authInfo: senderInfo(sender) })
  }
}

/**
 * The sessions of Streamable HTTP. They belong to no node: what a client said when it began one is in the database, and any
 * node that is asked makes the session from there, as if the client had said it here.
 */
export class Sessions implements Recipients {
  readonly #app: App
  readonly #connections: Connections
  readonly #sessions = new Map<string, Promise<Session>>()
  readonly #made = new Map<string, Session>()
  readonly #ofCredential = new Map<string, Set<Session>>()
  readonly #timer = setInterval(() => void this.#tidy(), minute).unref()
  readonly #stopListening: (() => void)[]

  constructor(app: App, connections: Connections) {
    this.#app = app
    this.#connections = connections
    this.#stopListening = [
      app.bus.onRevoked((id) => {
        for (const session of this.#made.values())
          if ([session.id, session.credentialId, session.userId].includes(id)) this.#forget(session)
      }),
      app.bus.onReconnected(() => void this.#forgetEnded()),
    ]
  }

  /** What is known of the session by this id, whoever asks; nothing if it was ended or never begun. */
  async look(signedId: string): Promise<SessionRow | undefined> {
    const id = this.#connections.ids.read(signedId)
    return id === undefined ? undefined : findSession(this.#app.database, id)
  }

  /** Begins a session. Answers what the client is told, and the session unless it was refused. */
  async begin(
    request: JSONRPCRequest,
    sender: Sender,
  ): Promise<{ answer: JSONRPCMessage; sessionId?: string }> {
    requireStorable(request.params)
    const { id, signed } = this.#connections.ids.make()
    const session = new Session(id, signed, sender)
    const answer = await this.#connect(session, request, sender)
    if (!('result' in answer)) {
      void session.transport.close()
      return { answer }
    }
    const { clientInfo, capabilities = {} } = request.params as unknown as Beginning
    await insertSession(this.#app.database, {
      ...{ id, credential_id: session.credentialId },
      client: {
        name: cutText(clientInfo.name, 120),
        version: cutText(clientInfo.version, 60),
        ...(clientInfo.title && { title: cutText(clientInfo.title, 120) }),
      },
      protocol_version: String(answer.result.protocolVersion),
      capabilities: JSON.stringify(capabilities).length > longestCapabilities ? {} : capabilities,
    })
    this.#keep(session)
    this.#sessions.set(id, Promise.resolve(session))
    return { answer, sessionId: signed }
  }

  /** The session of a row, made here if this node does not hold it yet. */
  async adopt(row: SessionRow, sender: Sender): Promise<Session> {
    let making = this.#sessions.get(row.id)
    if (!making) {
      making = this.#make(row, sender)
      this.#sessions.set(row.id, making)
      making.catch(() => this.#sessions.delete(row.id))
    }
    const session = await making
    session.usedAt = performance.now()
    if (row.stale) this.#touch([row.id])
    return session
  }

  /** Ends a session, at every node. */
  async end(row: SessionRow): Promise<void> {
    await deleteSession(this.#app.database, row.id)
    const session = this.#made.get(row.id)
    if (session) this.#forget(session)
    this.#app.bus.revoked(row.id)
  }

  find(id: string): Recipient | undefined {
    return this.#made.get(id)
  }

  isHomeOf(): boolean {
    return false
  }

  ids(): Iterable<string> {
    return this.#made.keys()
  }

  /** Whoever waits for an answer still gets it; the streams end, and their clients go to another node. */
  close(): void {
    clearInterval(this.#timer)
    for (const stop of this.#stopListening) stop()
    for (const { transport } of this.#made.values()) transport.closeStream()
  }

  async #make(row: SessionRow, sender: Sender): Promise<Session> {
    const session = new Session(row.id, this.#connections.ids.sign(row.id), sender)
    const { client: clientInfo, capabilities, protocol_version: protocolVersion } = row
    const params = { clientInfo, capabilities, protocolVersion }
    await this.#connect(session, { jsonrpc: '2.0', id: initialize, method: initialize, params }, sender)
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
    session.transport.receive(initialized, { authInfo: senderInfo(sender) })
    this.#keep(session)
    return session
  }

  async #connect(session: Session, request: JSONRPCRequest, sender: Sender): Promise<JSONRPCMessage> {
    await this.#connections.createServer().connect(session.transport)
    return session.transport.initialize(request, { authInfo: senderInfo(sender) })
  }

  #keep(session: Session): void {
    this.#made.set(session.id, session)
    const theirs = this.#ofCredential.get(session.credentialId) ?? new Set()
    this.#ofCredential.set(session.credentialId, theirs.add(session))
    if (theirs.size <= this.#connections.most) return
    // What nobody uses goes first, then what was used longest ago. Its client finds it again, at this node or another.
    const [longest] = [...theirs].toSorted(
      (a, b) => Number(a.transport.isBusy) - Number(b.transport.isBusy) || a.usedAt - b.usedAt,
    )
    this.#forget(longest!)
  }

  #forget(session: Session): void {
    this.#made.delete(session.id)
    this.#sessions.delete(session.id)
    const theirs = this.#ofCredential.get(session.credentialId)
    theirs?.delete(session)
    if (theirs?.size === 0) this.#ofCredential.delete(session.credentialId)
    void session.transport.close()
  }

  async #tidy(): Promise<void> {
    const now = performance.now()
    for (const session of this.#made.values())
      if (!session.transport.isBusy && now - session.usedAt > keptIdle) this.#forget(session)
    this.#touch(this.#withStream())
    await this.#forgetEnded()
  }

  /** That they were ended elsewhere may have gone unheard. */
  async #forgetEnded(): Promise<void> {
    const open = this.#withStream()
    if (open.length === 0) return
    try {
      const standing = await findOpenSessions(this.#app.database, open)
      for (const id of open) if (!standing.has(id) && this.#made.has(id)) this.#forget(this.#made.get(id)!)
    } catch (error) {
      this.#app.log.warn({ reason: (error as Error).message }, 'sessions of MCP were not looked up')
    }
  }

  #withStream(): string[] {
    return [...this.#made.values()].filter(({ transport }) => transport.hasStream).map(({ id }) => id)
  }

  #touch(ids: string[]): void {
    if (ids.length === 0) return
    touchSessions(this.#app.database, ids).catch((error: Error) =>
      this.#app.log.warn({ reason: error.message }, 'the use of a session was not noted'),
    )
  }
}

interface Beginning {
  clientInfo: { name: string; version: string; title?: string }
  capabilities?: Record<string, unknown>
}
