import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyRequest } from 'fastify'

/*
 * Compression is asked for where a response is sent, and not added to every response by a hook: streams of the hub, MCP
 * and server-sent events are never buffered. Only reads are compressed. A response that shows a new secret answers a
 * write, so its length says nothing about the secret (BREACH).
 */

export type Encoding = 'br' | 'gzip'

/** Below this, the headers cost more than compression saves. */
const minBytes = 1024

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = zlib.constants

/** `fast`: for one response. `small`: for a file that is compressed once and sent often. */
const qualities = { fast: { br: 3, gzip: 6 }, small: { br: 9, gzip: 9 } }

/** Returns the encoding for a body of this size, or undefined to send it as it is. */
export function chooseEncoding({ headers }: FastifyRequest, bytes: number): Encoding | undefined {
  const accepted = headers['accept-encoding']
  if (bytes < minBytes || typeof accepted !== 'string') return undefined
  const [br, gz] = [weightOf(accepted, 'br'), weightOf(accepted, 'gzip')]
  if (br > 0 && br >= gz) return 'br'
  return gz > 0 ? 'gzip' : undefined
}

/** RFC 9110, 12.5.3: `br;q=0` rejects an encoding, and `*` stands for all that are not named. */
function weightOf(accepted: string, encoding: Encoding): number {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';')
      const [, weight = '1'] = /^\s*q=([\d.]+)\s*$/.exec(parameters[0] ?? '') ?? []
      return [name.trim(), Number(weight)]
    }),
  )
  return weights.get(encoding) ?? weights.get('*') ?? 0
}

/** Compresses in the thread pool, so that other requests are served at the same time. */
export function compress(
  body: Buffer,
  encoding: Encoding,
  goal: keyof typeof qualities = 'fast',
): Promise<Buffer> {
  const quality = qualities[goal][encoding]
  if (encoding === 'gzip') return gzip(body, { level: quality })
  const params = {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
  }
  return brotli(body, { params })
}
