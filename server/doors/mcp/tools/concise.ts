import { cutText } from '../../../platform/cut-text.ts'

/*
 * The short form of a tool response. It works on any output: empty fields are removed and long texts are cut. A field
 * such as `descriptionCut` next to a cut text reports the missing characters.
 */

/** The length of a cut text. A text that is only slightly longer stays whole. */
const maxText = 240
const tolerance = 60
/** The maximum number of items in a nested list. */
const maxList = 20

/** Fields that agents don't need for decisions: the server checks rights, and the list has its own order. */
const rights = new Set(['may'])
const bookkeeping = new Set(['may', 'position', 'version', 'createdAt'])

type Json = Record<string, unknown>

/** The suffix of fields that report how much of another field is missing. */
export const cutMark = 'Cut'

/** Shortens a list item to the fields that identify it and matter for decisions. */
export function conciseItem(item: unknown): unknown {
  return concise(item, bookkeeping)
}

/**
 * Shortens one object. Named fields stay even if they are empty, because the caller wants to see that a field was
 * cleared. An object without an id is a result, and keeps all its fields: an empty list of missing items is the
 * information.
 */
export function conciseObject(value: unknown, named: ReadonlySet<string> = new Set()): unknown {
  const short = concise(value, rights)
  if (!isObject(short) || !isObject(value)) return short
  const required = Object.keys(value).filter((name) => !('id' in value) || named.has(name))
  const empty = required.filter((name) => !(name in short) && !rights.has(name))
  return { ...short, ...Object.fromEntries(empty.map((name) => [name, value[name]])) }
}

function concise(value: unknown, without: ReadonlySet<string>, within = false): unknown {
  if (Array.isArray(value)) return value.map((each) => concise(each, rights, true))
  if (!isObject(value)) return value
  const short: Json = {}
  for (const [name, inner] of Object.entries(value)) {
    if (without.has(name) || isEmpty(inner)) continue
    if (within && name === 'id' && isNamedOtherwise(value)) continue
    const { kept, missing } = cut(inner)
    short[name] = concise(kept, rights, true)
    if (missing > 0) short[`${name}${cutMark}`] = missing
  }
  return short
}

/** Returns whether a nested object needs no id, because it is an actor, or has a key or slug and a name. */
function isNamedOtherwise(value: Json): boolean {
  const isActor = 'onBehalfOf' in value
  const keys = Object.keys(value)
  const isReference =
    keys.length <= 3 && ('key' in value || 'slug' in value) && ('title' in value || 'name' in value)
  return isActor || isReference
}

function cut(value: unknown): { kept: unknown; missing: number } {
  if (typeof value === 'string' && value.length > maxText + tolerance && isProse(value))
    return cutAt(value, maxText)
  if (Array.isArray(value) && value.length > maxList)
    return { kept: value.slice(0, maxList), missing: value.length - maxList }
  return { kept: value, missing: 0 }
}

/** Cuts a text, and returns the number of missing characters. Never splits a surrogate pair. */
export function cutAt(text: string, length: number): { kept: string; missing: number } {
  const kept = cutText(text, length)
  return { kept, missing: text.length - kept.length }
}

/** Returns false for tokens, cursors and URLs, which must not be cut. */
export function isProse(text: string): boolean {
  return /\s/.test(text)
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
