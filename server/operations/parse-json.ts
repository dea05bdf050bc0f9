import { reject } from '../errors/errors.ts'
import { findJsonError } from './json-error.ts'

/** Limits for JSON in requests. Recursive code relies on the depth limit. */
export const maxDepth = 32
export const maxValues = 20_000
/** Limit for callers without a credential, who only send sign-in data. */
export const maxAnonymousValues = 1000

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Parses JSON from a request. Before parsing, rejects text that is nested too deep or has too many values. A body of 1
 * MiB can hold a million of either, and each costs many times its size in memory and validation.
 */
export function parseJson(text: string, values = maxValues): unknown {
  if (isTooComplex(text, values)) rejectComplex(values)
  try {
    return JSON.parse(text)
  } catch {
    const position = findJsonError(text)
    return reject('invalid_json', { ...position }, { ...position })
  }
}

/** Parses a URL-encoded form, with the same limit on its fields. */
export function parseForm(text: string, values = maxValues): URLSearchParams {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (++fields > values) rejectComplex(values)
  return new URLSearchParams(text)
}

export function rejectComplex(values = maxValues): never {
  reject('too_complex', { depth: maxDepth, values })
}

function isTooComplex(text: string, maxCount: number): boolean {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) values++
    else if (code === openList || code === openObject) depth++
    else if (code === closeList || code === closeObject) depth--
    if (depth > maxDepth || values > maxCount) return true
  }
  return false
}

/** Returns the position of the quote that ends the string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}
