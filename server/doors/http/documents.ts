import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary, digestOf, formatEtag, isKnown } from './caching.ts'
import { type Encoding, chooseEncoding, compressFile } from './compression.ts'

/** A text or file that is the same for every caller and changes only with a new version. */
export interface Document {
  type: string
  body: Buffer
  digest: string
  cacheControl: string
  /** The content security policy of a page. Replaces the policy of the API. */
  policy?: string | undefined
  etag: string
  isText: boolean
  compressed: Map<Encoding, Buffer | Promise<Buffer>>
}

interface DocumentOptions {
  cacheControl?: string
  policy?: string
  /** The body as the build compressed it. Otherwise the first request for an encoding compresses it. */
  brotli?: Buffer | undefined
}

export function createDocument(
  type: string,
  content: string | Buffer,
  { cacheControl = 'no-cache', policy, brotli }: DocumentOptions = {},
): Document {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const digest = digestOf(body)
  const etag = formatEtag(digest)
  const compressed: Document['compressed'] = new Map()
  if (brotli) compressed.set('br', brotli)
  return { type, body, digest, etag, isText: isText(type), cacheControl, policy, compressed }
}

/** Sends a document, or 304 to a client that has it. Caches the compressed body per encoding. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
): FastifyReply | Promise<FastifyReply> {
  const { type, body, cacheControl, policy, compressed } = document
  const { raw } = reply
  const encoding = document.isText ? chooseEncoding(request, body.length) : undefined
  const etag = encoding ? formatEtag(document.digest, encoding) : document.etag
  raw.setHeader('ETag', etag)
  raw.setHeader('Cache-Control', cacheControl)
  addVary(reply, 'Accept-Encoding')
  if (policy) raw.setHeader('Content-Security-Policy', policy)
  if (isKnown(request, etag)) return reply.code(304).send()
  raw.setHeader('Content-Type', type)
  reply.code(200)
  if (!encoding) return reply.send(body)
  raw.setHeader('Content-Encoding', encoding)
  const ready = compressed.get(encoding)
  if (ready instanceof Buffer) return reply.send(ready)
  return sendCompressed(reply, document, encoding)
}

async function sendCompressed(
  reply: FastifyReply,
  { body, compressed }: Document,
  encoding: Encoding,
): Promise<FastifyReply> {
  let smaller = compressed.get(encoding)
  if (!smaller) compressed.set(encoding, (smaller = compressFile(body, encoding)))
  const ready = await smaller
  compressed.set(encoding, ready)
  return reply.send(ready)
}

/** Returns whether compression helps. Images and fonts are already compressed, except for SVG. */
function isText(type: string): boolean {
  return /^text\/|json|javascript|svg|xml/.test(type)
}
