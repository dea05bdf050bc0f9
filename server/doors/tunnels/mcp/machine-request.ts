import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { reject } from '../../../errors/errors.ts'
import type { MuxStream, Reset } from '../../../platform/multiplexer.ts'
import { streamHeaders } from '../../mcp/transports/open-streams.ts'

/** The statuses that a machine sends. Any other, such as a redirect, is a failure of the machine. */
const statuses = [200, 202, 204, 400, 403, 404, 405, 429, 500, 502] as const
const contentTypes = ['application/json', 'text/event-stream', 'text/plain'] as const

/** The first line of a response. Headers that are not listed here are dropped. */
const responseHead = z.object({
  status: z.union(statuses.map((status) => z.literal(status))),
  headers: z.object({
    'content-type': z.enum(contentTypes).optional(),
    'mcp-session-id': z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional(),
  }),
})
type ResponseHead = z.output<typeof responseHead>

const maxHeadBytes = 16 * 1024
// A server that is started with npx can download itself first.
const headTimeoutMs = 120_000

/** The response of a machine to one HTTP request. */
export interface MachineResponse {
  stream: MuxStream
  head: ResponseHead
  /** The part of the body that arrived with the head. */
  start: Uint8Array
}

/** Sends the body and waits for the head of the response. */
export async function requestMachine(stream: MuxStream, body: unknown): Promise<MachineResponse> {
  if (body !== undefined) stream.write(Buffer.from(JSON.stringify(body)))
  stream.end()
  return readHead(stream)
}

function readHead(stream: MuxStream): Promise<MachineResponse> {
  return new Promise((resolve, fail) => {
    let received = Buffer.alloc(0)
    const finish = (outcome: () => MachineResponse) => {
      clearTimeout(timer)
      stream.onReset(() => {})
      stream.onEnd(() => {})
      try {
        resolve(outcome())
      } catch (error) {
        stream.reset('invalid_response', 'The response is not valid.')
        fail(error)
      }
    }
    const timer = setTimeout(() => finish(() => reject('machine_slow')), headTimeoutMs)
    stream.onReset((reset) => finish(() => rejectReset(reset)))
    stream.onEnd(() => finish(() => reject('machine_lost')))
    stream.onData((chunk) => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf(10)
      if (end < 0 && received.length <= maxHeadBytes) return
      // Until the body is read, its chunks are collected. They are at most the window of the stream.
      const early: Uint8Array[] = [received.subarray(end + 1)]
      stream.onData((next) => void early.push(next))
      finish(() => ({
        stream,
        head: parseHead(received.subarray(0, Math.max(end, 0)).toString()),
        get start() {
          return Buffer.concat(early)
        },
      }))
      stream.consume(end + 1)
    })
  })
}

function parseHead(line: string): ResponseHead {
  try {
    return responseHead.parse(JSON.parse(line))
  } catch {
    return reject('machine_lost')
  }
}

function rejectReset({ code }: Reset): never {
  if (code === 'too_large') reject('too_large', { limit: '4 MiB' })
  reject(code === 'forbidden' ? 'forbidden' : 'machine_lost')
}

/** Discards the body of a response whose status is enough. */
export function discard({ stream }: MachineResponse): void {
  if (!stream.isClosed) stream.reset('done', 'The rest is not needed.')
}

/**
 * Sends the response of the machine to the client. The machine can send more only as fast as the client reads. Either
 * end closes the other.
 */
export function relayResponse({ stream, head, start }: MachineResponse, response: ServerResponse): void {
  const { 'content-type': type, 'mcp-session-id': session } = head.headers
  response.writeHead(head.status, {
    ...(type === 'text/event-stream' ? streamHeaders : { 'Cache-Control': 'no-store' }),
    ...(type !== undefined && { 'Content-Type': type }),
    ...(session !== undefined && { 'Mcp-Session-Id': session }),
  })
  response.flushHeaders()
  const write = (chunk: Uint8Array) => {
    if (response.destroyed) return
    if (response.write(chunk)) stream.consume(chunk.length)
    else response.once('drain', () => stream.consume(chunk.length))
  }
  if (start.length > 0) write(start)
  stream.onData(write)
  stream.onEnd(() => response.end())
  // Event streams that end are opened again. Anything else is incomplete.
  stream.onReset(() => void (type === 'text/event-stream' ? response.end() : response.destroy()))
  response.once('close', () => stream.reset('client_left', 'The client disconnected.'))
}
