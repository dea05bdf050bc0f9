import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { OperationError, reject } from '../../errors/errors.ts'

/** The API versions by date. Additive changes do not need a new version. */
export const apiVersions = ['2026-11-15']

function unknownVersion(): OperationError {
  const reason = `send one of ${apiVersions.join(', ')}.`
  return new OperationError('invalid_header', { header: 'Api-Version', reason })
}

/** The API returns only data, so its policy forbids everything. The dashboard loads files only from this server. */
const apiPolicy = `default-src 'none'; frame-ancestors 'none'`
export const pagePolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data: blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `manifest-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** Sets the headers of every response. `sendProblem` sets them if Fastify rejects a request before any hook. */
export function setCommonHeaders(raw: ServerResponse, requestId: string, config: Config): void {
  raw.setHeader('X-Request-Id', requestId)
  raw.setHeader('Api-Version', apiVersions.at(-1)!)
  raw.setHeader('Content-Security-Policy', apiPolicy)
  raw.setHeader('Cache-Control', 'no-store')
  raw.setHeader('X-Content-Type-Options', 'nosniff')
  raw.setHeader('X-Frame-Options', 'DENY')
  raw.setHeader('Referrer-Policy', 'no-referrer')
  raw.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  raw.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  raw.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
  if (config.APP_URL.startsWith('https:'))
    raw.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
}

export function commonHeaders(http: FastifyInstance, config: Config): void {
  // With a callback: a promise for each hook costs more than the hook.
  http.addHook('onRequest', ({ id, headers }, { raw }, done) => {
    setCommonHeaders(raw, id, config)
    const version = headers['api-version']
    done(version === undefined || apiVersions.includes(String(version)) ? undefined : unknownVersion())
  })
}

/** Returns the version of `"3-1k2j3"` or `"3"` that the caller expects to change. `*` matches any version. */
export function parseIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const [, version] = /^(?:W\/)?"(\d{1,9})(?:-\w+)?"$/.exec(header.trim()) ?? []
  if (version === undefined)
    reject('invalid_header', { header: 'If-Match', reason: 'send the ETag that you received.' })
  return Number(version)
}

export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  return reject('invalid_header', { header: 'Idempotency-Key', reason: 'send 1 to 255 visible characters.' })
}
