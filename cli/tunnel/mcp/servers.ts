import type { MuxStream } from '../../../server/platform/multiplexer.ts'
import { ActionError } from '../action-error.ts'
import type { ServerPermission } from '../permissions.ts'
import { callToolIn, initialize, listToolsIn } from './calls.ts'
import { serveHttp } from './http-front.ts'
import { Session, lingerMs } from './session.ts'
import { serveLines } from './stream-front.ts'
import { transportTo } from './transports.ts'

/** The user or agent that the service names for a stream or a run. */
export interface Requester {
  userId: string
  agent: { id: string } | null
}

export interface ToolCall {
  tool: string
  arguments?: Record<string, unknown> | undefined
  /** The MCP session in which the tool is called. Without one, the calls of all runs share a session. */
  session?: string | undefined
  /** The requester of the run. A session of another requester is not found. */
  requester?: Requester | undefined
}

export interface ToolProgress {
  done: number
  total?: number | undefined
  message?: string | undefined
}

export interface CallOptions {
  signal: AbortSignal
  onProgress(progress: ToolProgress): void
}

export interface ListedTool {
  name: string
  title?: string | undefined
  description: string
  inputSchema: unknown
}

const maxSessionsPerServer = 16
const idleMs = 30 * 60_000
const sessionEnded = 'The MCP session has ended. Start a new one.'

/** A failure with the HTTP status for a client. Its sentence is for the requester. */
export class McpFailure extends ActionError {
  readonly status: number

  constructor(message: string, status = 502) {
    super(message)
    this.status = status
  }
}

/** The MCP servers of the machine and their sessions. */
export class McpServers {
  #declared = new Map<string, ServerPermission>()
  /** The sessions of each server. */
  readonly #sessions = new Map<string, Set<Session>>()
  /** Sessions that ended a moment ago. Their clients can still receive the outcomes of calls. */
  readonly #ended = new Set<Session>()
  /** The sessions that runs share, one for each server. */
  readonly #internal = new Map<string, Promise<Session>>()
  readonly #idleTimer = setInterval(() => this.#endIdle(), 60_000).unref()
  #isClosed = false

  constructor(declared: ServerPermission[]) {
    this.setDeclared(declared)
  }

  /** Replaces the servers after the permission file changed. Ends the sessions of servers that changed. */
  setDeclared(declared: ServerPermission[]): void {
    const previous = this.#declared
    this.#declared = new Map(declared.map((server) => [server.name, server]))
    for (const [name, server] of previous)
      if (JSON.stringify(this.#declared.get(name)) !== JSON.stringify(server)) this.#endAll(name)
  }

  async listTools(server: string, signal: AbortSignal): Promise<{ tools: ListedTool[] }> {
    return { tools: await listToolsIn(await this.#shared(server), signal) }
  }

  /** Calls a tool and returns its result as the server sent it. Rejects with a sentence for the requester. */
  async callTool(server: string, call: ToolCall, options: CallOptions): Promise<Record<string, unknown>> {
    const session =
      call.session === undefined
        ? await this.#shared(server)
        : this.find(server, call.session, keyOf(call.requester))
    if (!session) throw new McpFailure(sessionEnded, 404)
    return callToolIn(session, call, options)
  }

  /** Answers a stream `{kind:'mcp'}` or `{kind:'http'}` of the service. */
  serveStream(stream: MuxStream): void {
    const { kind } = stream.header as { kind?: unknown }
    if (kind === 'http') serveHttp(this, stream)
    else serveLines(this, stream)
  }

  /** Ends all sessions and their processes. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#idleTimer)
    await Promise.all(
      [...this.#sessions.values()].flatMap((all) => [...all].map((session) => session.close())),
    )
  }

  /** Returns a server that requesters can use. */
  require(name: string): ServerPermission {
    const server = this.#declared.get(name)
    if (!server) throw new McpFailure('The machine has no MCP server with this name.', 404)
    if (server.mode === 'reject')
      throw new McpFailure("The machine's owner does not allow this MCP server.", 403)
    return server
  }

  find(server: string, id: string, requester: string | undefined): Session | undefined {
    const found = [...(this.#sessions.get(server) ?? [])].find((session) => session.id === id)
    return requester !== undefined && found?.requester === requester ? found : undefined
  }

  /** Returns a session whose client can receive messages, also if the server has just ended. */
  findClient(server: string, id: string, requester: string | undefined): Session | undefined {
    const isIt = (session: Session) => session.id === id && session.requester === requester
    return this.find(server, id, requester) ?? [...this.#ended].find(isIt)
  }

  /** Starts a session: a new process, or a new HTTP session. */
  async open(name: string, requester: string | undefined): Promise<Session> {
    const server = this.require(name)
    const all = this.#sessions.get(name) ?? new Set()
    this.#sessions.set(name, all)
    if (all.size >= maxSessionsPerServer) this.#makeSpace(all, requester)
    const session = new Session(transportTo(server), requester)
    all.add(session)
    session.onClose = () => {
      all.delete(session)
      this.#ended.add(session)
      setTimeout(() => this.#ended.delete(session), lingerMs).unref()
    }
    try {
      if (this.#isClosed) throw new Error('The client is closing.')
      await session.start()
    } catch {
      await session.close()
      throw new McpFailure(`The MCP server ${name} did not start on the machine.`)
    }
    return session
  }

  /** A client that connects again without ending its session must not wait until the old one is idle for long enough. */
  #makeSpace(all: Set<Session>, requester: string | undefined): void {
    const [oldest] = [...all]
      .filter((session) => session.isIdle && session.requester === requester)
      .toSorted((one, other) => one.lastUsedAt - other.lastUsedAt)
    if (!oldest)
      throw new McpFailure(
        `This MCP server already has ${maxSessionsPerServer} sessions. End one, or try again later.`,
        429,
      )
    all.delete(oldest)
    void oldest.close()
  }

  #shared(name: string): Promise<Session> {
    this.require(name)
    const present = this.#internal.get(name)
    if (present) return present
    const started = this.#startShared(name)
    this.#internal.set(name, started)
    started.catch(() => this.#internal.delete(name))
    return started
  }

  async #startShared(name: string): Promise<Session> {
    const session = await this.open(name, undefined)
    const remove = session.onClose
    session.onClose = () => {
      remove()
      this.#internal.delete(name)
    }
    await initialize(session)
    return session
  }

  #endAll(name: string): void {
    for (const session of this.#sessions.get(name) ?? []) void session.close()
  }

  #endIdle(): void {
    for (const all of this.#sessions.values())
      for (const session of all)
        if (session.isIdle && Date.now() - session.lastUsedAt > idleMs) void session.close()
  }
}

/** Returns the key that a session is bound to: a user, or one agent of a user. */
export function keyOf(requester: Requester | undefined): string | undefined {
  return requester && `${requester.userId} ${requester.agent?.id ?? ''}`
}
