import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamEvent } from '../../operations/operation.ts'

/** Returns whether the client accepts the response as server-sent events. */
export function wantsEvents({ headers }: FastifyRequest): boolean {
  return /\btext\/event-stream\b/i.test(headers.accept ?? '')
}

export function sendEvents(reply: FastifyReply, events: AsyncIterable<StreamEvent>): FastifyReply {
  return reply
    .code(200)
    .headers({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Keeps proxies from buffering the stream until its end.
      'X-Accel-Buffering': 'no',
    })
    .send(Readable.from(inLines(events)))
}

async function* inLines(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  for await (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
