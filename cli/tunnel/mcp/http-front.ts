import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { sendLine } from '../../../server/platform/json-lines.ts'
import type { MuxStream } from '../../../server/platform/multiplexer.ts'
import { errorResponse, isRequest, messageOf, refusalOf, rpcCodes } from './messages.ts'
import { type McpServers, type Requester, McpFailure, keyOf } from './servers.ts'
import type { Session } from './session.ts'
import { EventStream } from './event-stream.ts'

/** The head of a request that the service passes on. */
interface RequestHead {
  server: string
  method: string
  /** The path below the URL of the server. */
  path: string
  /** The path of the URL of the server, from which HTTP+SSE clients learn where to post. */
  base: string
  session?: string
  requester: Requester
}

const maxBodyBytes = 4 * 1024 * 1024

/** Answers one HTTP request of an MCP client, which arrives as a stream: first the status and headers, then the body. */
export function serveHttp(servers: McpServers, stream: MuxStream): void {
  const head = stream.header as RequestHead
  const chunks: Uint8Array[] = []
  let size = 0
  stream.onData((chunk) => {
    size += chunk.length
    if (size > maxBodyBytes) return stream.reset('too_large', 'A message can have at most 4 MiB.')
    chunks.push(chunk)
    stream.consume(chunk.length)
  })
  stream.onEnd(() => {
    new HttpFront(servers, stream, head).serve(Buffer.concat(chunks).toString()).catch((error: unknown) => {
      const failure =
        error instanceof McpFailure ? error : new McpFailure('The machine could not answer.', 500)
      const code = failure.status === 404 ? rpcCodes.noSession : rpcCodes.rejected
      sendJson(stream, failure.status, errorResponse(null, { code, message: failure.message }))
    })
  })
}

class HttpFront {
  readonly #servers: McpServers
  readonly #stream: MuxStream
  readonly #head: RequestHead

  constructor(servers: McpServers, stream: MuxStream, head: RequestHead) {
    this.#servers = servers
    this.#stream = stream
    this.#head = head
  }

  async serve(body: string): Promise<void> {
    const { method, path, server } = this.#head
    this.#servers.require(server)
    if (path === '/sse' && method === 'GET') return this.#openSse()
    if (path === '/messages' && method === 'POST') return this.#receive(body)
    if (path === '/respond' && method === 'POST') return this.#respond(body)
    if (path === '/session' && method === 'GET') {
      this.#session()
      return this.#sendEmpty(204)
    }
    if (path !== '') throw new McpFailure('This path does not exist.', 404)
    if (method === 'POST') return this.#post(body)
    if (method === 'GET') return this.#listen()
    if (method !== 'DELETE') throw new McpFailure('Use POST, GET or DELETE.', 405)
    await this.#session().close()
    this.#sendEmpty(204)
  }

  /** Streamable HTTP: a request is answered with events, anything else only accepted. */
  async #post(body: string): Promise<void> {
    const message = this.#parse(body, (refusal) => sendJson(this.#stream, 200, refusal))
    if (!message) return
    if (isRequest(message) && message.method === 'initialize') return this.#initialize(message)
    const session = this.#session()
    if (!isRequest(message)) {
      session.pass(message)
      return this.#sendEmpty(202)
    }
    const events = new EventStream(this.#stream, session)
    session.request(message, {
      onProgress: (progress) => events.send(progress),
      onResponse(response) {
        events.send(response)
        events.end()
      },
    })
  }

  async #initialize(message: Parameters<Session['request']>[0]): Promise<void> {
    const { server, session: given, requester } = this.#head
    if (given !== undefined) throw new McpFailure('This session is already initialized.', 400)
    const session = await this.#servers.open(server, keyOf(requester))
    const stream = this.#stream
    // A client that left before it got the session id can't end the session.
    stream.onReset(() => void session.close())
    session.request(message, {
      onProgress() {},
      onResponse(response) {
        const isStarted = 'result' in response
        sendJson(stream, 200, response, isStarted ? { 'mcp-session-id': session.id } : {})
        if (!isStarted) void session.close()
      },
    })
  }

  #listen(): void {
    const session = this.#session()
    const events = new EventStream(this.#stream, session)
    events.onClose(session.attach(events))
  }

  /** HTTP+SSE: the session lives as long as this stream, which carries all messages to the client. */
  async #openSse(): Promise<void> {
    const { server, base, requester } = this.#head
    const session = await this.#servers.open(server, keyOf(requester))
    const events = new EventStream(this.#stream, session)
    events.write(`event: endpoint\ndata: ${base}/messages?sessionId=${session.id}\n\n`)
    session.attach(events)
    events.onClose(() => void session.close())
  }

  #receive(body: string): void {
    const session = this.#session()
    const send = (answer: JSONRPCMessage) => void session.sendToClient(answer)
    const message = this.#parse(body, (refusal) => {
      send(refusal)
      this.#sendEmpty(202)
    })
    if (!message) return
    if (isRequest(message)) session.request(message, { onProgress: send, onResponse: send })
    else session.pass(message)
    this.#sendEmpty(202)
  }

  /** The service answers a tool call, or reports its progress, because a tool call is a run. */
  #respond(body: string): void {
    const { server, session, requester } = this.#head
    const message = messageOf(JSON.parse(body))
    if (message && !isRequest(message))
      this.#servers.findClient(server, session!, keyOf(requester))?.sendToClient(message)
    this.#sendEmpty(204)
  }

  /** Returns the message of a body. Answers and returns undefined if it can't pass. */
  #parse(body: string, answer: (refusal: JSONRPCMessage) => void): JSONRPCMessage | undefined {
    let value: unknown
    try {
      value = JSON.parse(body)
    } catch {
      this.#reject(rpcCodes.parse, 'The body is not JSON.')
      return undefined
    }
    const message = messageOf(value)
    if (!message) {
      this.#reject(rpcCodes.invalid, 'Send one JSON-RPC 2.0 message per request.')
      return undefined
    }
    const refusal = refusalOf(this.#servers.require(this.#head.server).mode, message)
    if (refusal === undefined) return message
    if (isRequest(message)) answer(errorResponse(message.id, { code: rpcCodes.invalid, message: refusal }))
    else this.#reject(rpcCodes.invalid, refusal)
    return undefined
  }

  #session(): Session {
    const { server, session, requester } = this.#head
    if (session === undefined)
      throw new McpFailure('Start a session with initialize, then send its Mcp-Session-Id header.', 400)
    const found = this.#servers.find(server, session, keyOf(requester))
    if (!found) throw new McpFailure('Session not found. Start a new one with initialize.', 404)
    return found
  }

  #reject(code: number, message: string): void {
    sendJson(this.#stream, 400, errorResponse(null, { code, message }))
  }

  #sendEmpty(status: number): void {
    sendLine(this.#stream, { status, headers: {} })
    this.#stream.end()
  }
}

function sendJson(stream: MuxStream, status: number, message: JSONRPCMessage, headers = {}): void {
  sendLine(stream, { status, headers: { 'content-type': 'application/json', ...headers } })
  stream.write(Buffer.from(JSON.stringify(message)))
  stream.end()
}
