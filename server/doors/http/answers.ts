import { crc32 } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answers, FileAnswer, Operation } from '../../operations/operation.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply, output: unknown) => FastifyReply

/** How the output of an operation is sent. */
export function answerOf(operation: Operation): Answer {
  const answers: Record<Answers, Answer> = {
    json: sendJson(operation.created ? 201 : 200),
    redirect: sendRedirect,
    file: sendFile(operation.access.open ? 'public' : 'private'),
  }
  return answers[operation.answers]
}

function sendJson(status: number): Answer {
  return (request, reply, output) => {
    // Sent as text: what the schema promises was checked by the tests, and is not walked through again.
    const text = JSON.stringify(output)
    if (isUnchanged(request, reply, output, text)) return reply.code(304).send()
    reply.raw.setHeader('Content-Type', 'application/json; charset=utf-8')
    return reply.code(status).send(text)
  }
}

const sendRedirect: Answer = (_request, reply, output) => {
  const { location } = output as { location: string }
  return reply.code(302).header('Location', location).send()
}

/** A file is somebody's: shown as what it says it is, it can neither run nor load anything. */
function sendFile(whoMayKeepIt: 'public' | 'private'): Answer {
  return (request, reply, output) => {
    const { type, bytes, etag, lasting, name } = output as FileAnswer
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

/**
 * The ETag of a resource is its version, for If-Match, and what the answer weighs, for If-None-Match: an answer may hold
 * more than the resource itself (a project's task counts), and then changes more often.
 */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, output: unknown, text: string): boolean {
  const { version } = output as { version?: unknown }
  if (typeof version !== 'number') return false
  const etag = `"${version}-${crc32(text).toString(36)}"`
  reply.raw.setHeader('ETag', etag)
  reply.raw.setHeader('Cache-Control', 'private, no-cache')
  return request.method === 'GET' && isKnown(request, etag)
}

/** If-None-Match may name several; a proxy that compresses makes ours a weak one. */
function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return known === etag || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
