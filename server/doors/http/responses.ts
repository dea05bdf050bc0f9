import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseKind, FileOutput, Operation } from '../../operations/operation.ts'
import type { NamedOperation } from '../../operations/registry.ts'
import { addVary, digestOf, formatEtag, isCached, isKnown } from './caching.ts'
import { chooseEncoding, compressResponse } from './compression.ts'
import { addPageLinks } from './links.ts'
import { locatorOf } from './locations.ts'

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  output: unknown,
) => FastifyReply | Promise<FastifyReply>

/** How the output of an operation is sent. */
export function responseSender(operation: Operation, served: NamedOperation[]): Answer {
  const answers: Record<ResponseKind, () => Answer> = {
    json: () => (operation.reads ? sendRead(operation) : sendWritten(operation, served)),
    redirect: () => sendRedirect,
    file: () => sendFile(operation.access.open ? 'public' : 'private'),
  }
  return answers[operation.answers]()
}

const jsonType = 'application/json; charset=utf-8'

/** Sends what was read: with an ETag, as 304 to a client that has it, compressed, and with the links of its page. */
function sendRead(operation: Operation): Answer {
  const depends = [
    'Authorization',
    'X-Organization',
    'Accept-Encoding',
    ...(operation.stream ? ['Accept'] : []),
  ]
  const cached = isCached(operation)
  return async (request, reply, output) => {
    // Sent as it is: tests compare it with the schema, so it isn't serialized by the schema again.
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

/** Sends the result of a write. It is never compressed: it can show a secret (see compression.ts). */
function sendWritten(operation: Operation, served: NamedOperation[]): Answer {
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
 * The ETag of a resource is its version, for If-Match, and the digest of the response, for If-None-Match: a response can
 * show more than the resource itself (a project's task counts), and then changes more often.
 */
function tagOf(output: unknown, text: string): string {
  const version = versionOf(output)
  return version === undefined ? digestOf(text) : `${version}-${digestOf(text)}`
}

function versionOf(output: unknown): number | undefined {
  const { version } = output as { version?: unknown }
  return typeof version === 'number' ? version : undefined
}

const sendRedirect: Answer = (_request, reply, output) => {
  const { location } = output as { location: string }
  return reply.code(302).header('Location', location).send()
}

/** A file is somebody's: shown as what it says it is, it can neither run nor load anything. */
function sendFile(whoMayKeepIt: 'public' | 'private'): Answer {
  return (request, reply, output) => {
    const { type, bytes, etag, lasting, name } = output as FileOutput
    const tag = etag.startsWith('"') ? etag : `"${etag}"`
    const keep = lasting ? `${whoMayKeepIt}, max-age=31536000, immutable` : 'private, no-cache'
    reply.headers({
      ETag: tag,
      'Cache-Control': keep,
      'Content-Security-Policy': `default-src 'none'; sandbox`,
      'Content-Disposition': name ? `attachment; filename="${name}"` : 'inline',
    })
    if (isKnown(request, tag)) return reply.code(304).send()
    return reply.code(200).type(type).send(bytes)
  }
}
