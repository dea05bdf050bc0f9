import { z } from 'zod'
import { cutText } from '../../../platform/cut-text.ts'

/* Fields in the responses of code hosts. Nothing that a host sends is trusted: texts are cut, and URLs and ids checked. */

/** A text of limited length without NUL and lone surrogates, which PostgreSQL rejects. */
export function storable(maxLength: number) {
  return z.string().transform((text) => cutText(text.replaceAll('\0', '').toWellFormed(), maxLength))
}

export const login = storable(100)

/** A commit id: SHA-1 or SHA-256. */
export const commitId = z
  .string()
  .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/i)
  .toLowerCase()

/** A time with any offset, converted to UTC. */
export const time = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) > 0)
  .transform((text) => new Date(text).toISOString())

/** Returns a URL that a page can link to, or undefined. A hostile host could return a `javascript:` URL. */
export function pageUrl(link: string): string | undefined {
  const url = link.length <= 2000 ? URL.parse(link) : null
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : undefined
}
