import { cutText } from '../../../platform/cut-text.ts'
import { type Json, type LeanOptions, cutMark, isObject, leanObject } from './lean.ts'

/*
 * The short form of a tool response: the lean form with long texts cut, and in lists also without bookkeeping. A field
 * such as `descriptionCut` next to a cut text reports the missing characters.
 */

/** The length of a cut text. A text that is only slightly longer stays whole. */
const maxText = 240
const tolerance = 60
/** The maximum number of items in a nested list. */
const maxList = 20

/** Fields of list items that agents don't need for decisions, because the list has its own order. */
const bookkeeping = new Set(['position', 'version', 'createdAt', 'cursor'])

/**
 * Shortens a list item to the fields that identify it and matter for decisions. References become names, and a due date
 * has no time. A count of zero is left out.
 */
export function conciseItem(item: unknown, options: LeanOptions = {}): unknown {
  const lean = leanObject(item, options)
  if (!isObject(lean)) return lean
  const short: Json = {}
  for (const name in lean) {
    const inner = lean[name]
    if (!bookkeeping.has(name) && inner !== null && inner !== 0) addCut(short, name, inList(name, inner))
  }
  return short
}

function inList(name: string, value: unknown): unknown {
  return name === 'dueAt' && typeof value === 'string' ? value.slice(0, dateLength) : nameOf(value)
}

const dateLength = 'YYYY-MM-DD'.length

/** Shortens one object. Named fields stay even if they are empty. */
export function conciseObject(value: unknown, options: LeanOptions = {}, named = new Set<string>()): unknown {
  return cutTexts(leanObject(value, options, named))
}

/** Returns the name of a user, agent, project or item, or the value itself if it holds more than a name. */
function nameOf(value: unknown): unknown {
  if (!isObject(value)) return value
  const { kind, key, slug, name, title, onBehalfOf, ...others } = value
  if (Object.keys(others).length > 0) return nameOfEach(value)
  return key ?? slug ?? name ?? value
}

function nameOfEach(value: Json): Json {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, nameOf(inner)]))
}

function cutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cutTexts)
  if (!isObject(value)) return value
  const short: Json = {}
  for (const name in value) addCut(short, name, value[name])
  return short
}

function addCut(short: Json, name: string, value: unknown): void {
  const { kept, missing } = cut(value)
  short[name] = cutTexts(kept)
  if (missing > 0) short[`${name}${cutMark}`] = missing
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
