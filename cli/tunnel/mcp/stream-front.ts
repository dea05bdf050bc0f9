import { readLines, sendLine } from '../../../server/platform/json-lines.ts'
import type { MuxStream } from '../../../server/platform/multiplexer.ts'
import { errorResponse, isRequest, messageOf, refusalOf, rpcCodes } from './messages.ts'
import { type McpServers, type Requester, McpFailure, keyOf } from './servers.ts'
import type { Session } from './session.ts'

const maxLineBytes = 4 * 1024 * 1024

/** Connects a stream of JSON lines to a new session, which ends with the stream. */
export function serveLines(servers: McpServers, stream: MuxStream): void {
  const { server, requester } = stream.header as { server: string; requester: Requester }
  const opening = servers.open(server, keyOf(requester))
  opening.then(
    (session) => connect(servers, server, session, stream),
    (error: unknown) =>
      stream.reset(
        'mcp_unavailable',
        error instanceof McpFailure ? error.message : 'The MCP server did not start.',
      ),
  )
}

function connect(servers: McpServers, server: string, session: Session, stream: MuxStream): void {
  const send = (message: unknown) => {
    sendLine(stream, message)
    if (stream.queuedBytes <= maxLineBytes) return
    stream.reset('too_slow', 'The client reads too slowly.')
    void session.close()
  }
  const leave = session.hold()
  session.attach({ send, end: () => stream.end() })
  const close = () => {
    leave()
    void session.close()
  }
  stream.onEnd(close)
  stream.onReset(close)
  readLines(stream, maxLineBytes, (value) => {
    const message = messageOf(value)
    if (!message)
      return send(
        errorResponse(null, { code: rpcCodes.invalid, message: 'Send one JSON-RPC 2.0 message per line.' }),
      )
    const refusal = refusalOf(servers.require(server).mode, message)
    if (refusal !== undefined) {
      const id = isRequest(message) ? message.id : null
      return send(errorResponse(id, { code: rpcCodes.invalid, message: refusal }))
    }
    if (!isRequest(message)) return session.pass(message)
    session.request(message, { onProgress: send, onResponse: send })
  })
}
