import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamEvent } from '../../operations/operation.ts'

/** Whether the answer is to be sent piece by piece, as server-sent events. */
export function wantsEvents({ headers }: FastifyRequest): boolean {
  return /\btext\/event-stream\b/i.test(headers.accept ?? '')
}

export function sendEvents(reply: FastifyReply, pieces: AsyncIterable<StreamEvent>): FastifyReply {
  return reply
    .code(200)
    .headers({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // A proxy that gathers what it passes on would send it all at the end.
      'X-Accel-Buffering': 'no',
    })
    .send(Readable.from(inLines(pieces)))
}

async function* inLines(pieces: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  for await (const { event, data } of pieces) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
