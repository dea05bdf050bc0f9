import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StreamEvent, ResponseKind, FileOutput, Operation } from '../../operations/operation.ts'
import type { NamedOperation } from '../../assembly/registry.ts'
import { addVary, digestOf, formatEtag, isCached, isKnown } from './caching.ts'
import { chooseEncoding, compressResponse } from './compression.ts'
import { addPageLinks, locatorOf } from './links.ts'

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

/** Proxies close connections without traffic, often after 60 seconds. */
const keepAliveMs = 15_000

/** Writes the events. A comment keeps the connection open while the next event takes long. */
async function* inLines(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]()
  try {
    for (;;) {
      const pending = iterator.next()
      // Awaited below, unless the client disconnects.
      pending.catch(() => {})
      let next = await orTimeout(pending)
      while (!next) {
        yield ': keep-alive\n\n'
        next = await orTimeout(pending)
      }
      if (next.done) return
      const { event, data } = next.value
      yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    }
  } finally {
    await iterator.return?.()
  }
}

/** Returns the result of the promise, or undefined if it takes longer than the interval of the comments. */
async function orTimeout<Result>(pending: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), keepAliveMs)
  })
  try {
    return await Promise.race([pending, timeout])
  } finally {
    clearTimeout(timer)
  }
}

type Sender = (
  request: FastifyRequest,
  reply: FastifyReply,
  output: unknown,
) => FastifyReply | Promise<FastifyReply>

/** Returns the function that sends the output of an operation. */
export function responseSender(operation: Operation, served: NamedOperation[]): Sender {
  const senders: Record<ResponseKind, () => Sender> = {
    json: () => (operation.reads ? sendRead(operation) : sendWritten(operation, served)),
    redirect: () => sendRedirect,
    file: () => sendFile(operation.access.open ? 'public' : 'private'),
  }
  return senders[operation.answers]()
}

const jsonType = 'application/json; charset=utf-8'

/** Sends the output of a read with an ETag and page links, compressed, or 304 to a client that has it. */
function sendRead(operation: Operation): Sender {
  const depends = [
    'Authorization',
    'X-Organization',
    'Accept-Encoding',
    ...(operation.stream ? ['Accept'] : []),
  ]
  const cached = isCached(operation)
  return async (request, reply, output) => {
    // Not serialized through the schema, because tests already check outputs against it.
    const text = JSON.stringify(output)
    const encoding = chooseEncoding(request, text.length)
    addVary(reply, ...depends)
    addPageLinks(request, reply, output)
    if (cached) {
      const etag = formatEtag(tagOf(output, text), encoding)
      reply.raw.setHeader('ETag', etag)
      reply.raw.setHeader('Cache-Control', 'private, no-cache')
      if (isKnown(request, etag)) return reply.code(304).send()
    }
    reply.raw.setHeader('Content-Type', jsonType)
    if (!encoding) return reply.code(200).send(text)
    reply.raw.setHeader('Content-Encoding', encoding)
    return reply.code(200).send(await compressResponse(Buffer.from(text), encoding))
  }
}

/** Sends the output of a write, never compressed, because it can contain a secret (see compression.ts). */
function sendWritten(operation: Operation, served: NamedOperation[]): Sender {
  const locate = locatorOf(operation, served)
  return (request, reply, output) => {
    const text = JSON.stringify(output)
    reply.raw.setHeader('Content-Type', jsonType)
    if (locate) reply.raw.setHeader('Location', locate(output, request.params as Record<string, unknown>))
    if (versionOf(output) !== undefined) reply.raw.setHeader('ETag', formatEtag(tagOf(output, text)))
    return reply.code(operation.created ? 201 : 200).send(text)
  }
}

/**
 * Returns the ETag of a response: the version of the resource, for If-Match, and the digest of the response, for
 * If-None-Match. A response can contain more than the resource, such as task counts, and then changes more often.
 */
function tagOf(output: unknown, text: string): string {
  const version = versionOf(output)
  return version === undefined ? digestOf(text) : `${version}-${digestOf(text)}`
}

function versionOf(output: unknown): number | undefined {
  const { version } = output as { version?: unknown }
  return typeof version === 'number' ? version : undefined
}

const sendRedirect: Sender = (_request, reply, output) => {
  const { location } = output as { location: string }
  return reply.code(302).header('Location', location).send()
}

/** Returns a Content-Disposition that saves the file. Names beyond ASCII need a second form (RFC 6266, 4.3). */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`
}

/** Sends a file with a policy that keeps uploaded content from running or loading anything. */
function sendFile(cacheScope: 'public' | 'private'): Sender {
  return (request, reply, output) => {
    const { type, bytes, etag, lasting, name } = output as FileOutput
    reply.type(type).headers({
      'Content-Security-Policy': `default-src 'none'; sandbox`,
      'Content-Disposition': name ? dispositionOf(name) : 'inline',
    })
    const body = bytes instanceof Uint8Array ? bytes : Readable.from(bytes)
    if (etag === undefined) return reply.code(200).header('Cache-Control', 'no-store').send(body)
    const tag = etag.startsWith('"') ? etag : `"${etag}"`
    const cacheControl = lasting ? `${cacheScope}, max-age=31536000, immutable` : 'private, no-cache'
    reply.headers({ ETag: tag, 'Cache-Control': cacheControl })
    if (isKnown(request, tag)) return reply.code(304).send()
    return reply.code(200).send(body)
  }
}
