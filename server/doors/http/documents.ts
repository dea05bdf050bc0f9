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
  compressed: Map<Encoding, Promise<Buffer>>
}

interface DocumentOptions {
  cacheControl?: string
  policy?: string
}

export function createDocument(
  type: string,
  content: string | Buffer,
  { cacheControl = 'no-cache', policy }: DocumentOptions = {},
): Document {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  return { type, body, digest: digestOf(body), cacheControl, policy, compressed: new Map() }
}

/** Sends a document, or 304 to a client that has it. Caches the compressed body per encoding. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
): Promise<FastifyReply> {
  const { type, body, digest, cacheControl, policy, compressed } = document
  const encoding = isText(type) ? chooseEncoding(request, body.length) : undefined
  const etag = formatEtag(digest, encoding)
  reply.header('ETag', etag).header('Cache-Control', cacheControl)
  addVary(reply, 'Accept-Encoding')
  if (policy) reply.header('Content-Security-Policy', policy)
  if (isKnown(request, etag)) return reply.code(304).send()
  reply.code(200).type(type)
  if (!encoding) return reply.send(body)
  let smaller = compressed.get(encoding)
  if (!smaller) compressed.set(encoding, (smaller = compressFile(body, encoding)))
  return reply.header('Content-Encoding', encoding).send(await smaller)
}

/** Returns whether compression helps. Images and fonts are already compressed, except for SVG. */
function isText(type: string): boolean {
  return /^text\/|json|javascript|svg|xml/.test(type)
}
