import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../operations/operation.ts'
import type { Encoding } from './compression.ts'

/**
 * Returns whether responses of an operation have an ETag. A POST has no URL to cache a response under, and the response
 * of a long poll is valid only at that moment.
 */
export function isCached({ http, answers, input }: Operation): boolean {
  return http!.startsWith('GET ') && answers !== 'redirect' && !('wait' in input.shape)
}

/** Returns the part of an ETag that changes with the content. */
export function digestOf(content: string | Buffer): string {
  return hash('sha256', content, 'hex').slice(0, 24)
}

/**
 * Writes an ETag. It is strong, because If-Match accepts no other (RFC 9110, 13.1.1), so each encoding of a body has
 * its own (8.8.3.3).
 */
export function formatEtag(tag: string, encoding?: Encoding): string {
  return encoding ? `"${tag}_${encoding}"` : `"${tag}"`
}

/** Returns whether If-None-Match contains the ETag, by weak comparison (RFC 9110, 13.1.2). `*` matches every ETag. */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  if (known === etag || known.trim() === '*') return true
  return known.split(',').some((each) => withoutWeakness(each.trim()) === withoutWeakness(etag))
}

function withoutWeakness(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}

/** Adds to the request headers that a response depends on. The CORS plugin adds `Origin` to the same list. */
export function addVary(reply: FastifyReply, ...names: string[]): void {
  const before = reply.getHeader('Vary')
  reply.header('Vary', [...(before === undefined ? [] : [String(before)]), ...names].join(', '))
}
