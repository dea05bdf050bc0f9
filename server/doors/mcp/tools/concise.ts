import { cutText } from '../../../platform/cut-text.ts'

/*
 * The short form of what a tool answers. It is made from the answer itself and knows no operation: what is empty goes, long
 * texts are cut, and whatever is cut says so in a field beside it (`description`, `descriptionCut`). Nothing is cut silently.
 */

/** Of a text, what stays. One that is a little longer stays whole. */
const shortText = 240
const aLittle = 60
/** Of a list within a thing, how many stay. */
const shortList = 20

/** What an agent decides nothing by: rights are checked anyway, and order and times are those of the list. */
const rights = new Set(['may'])
const bookkeeping = new Set(['may', 'position', 'version', 'createdAt'])

type Json = Record<string, unknown>

/** The end of the name of a field that says how much of another is missing. */
export const cutMark = 'Cut'

/** An item of a list: what identifies it and what one decides on. */
export function conciseItem(item: unknown): unknown {
  return concise(item, bookkeeping)
}

/**
 * One thing. Fields that are named stay, though they are empty: whoever cleared one wants to see that. And so does all that
 * says how something went, which is no thing itself: that nothing is missing, or that no gate is left, is the answer.
 */
export function conciseThing(thing: unknown, named: ReadonlySet<string> = new Set()): unknown {
  const short = concise(thing, rights)
  if (!isObject(short) || !isObject(thing)) return short
  const staying = Object.keys(thing).filter((name) => !('id' in thing) || named.has(name))
  const empty = staying.filter((name) => !(name in short) && !rights.has(name))
  return { ...short, ...Object.fromEntries(empty.map((name) => [name, thing[name]])) }
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

/**
 * Who did something is told by name; what has a number or a slug beside its name needs no id. Only within another thing: a
 * thing itself keeps its id.
 */
function isNamedOtherwise(value: Json): boolean {
  const isWho = 'onBehalfOf' in value
  const keys = Object.keys(value)
  const isReference =
    keys.length <= 3 && ('key' in value || 'slug' in value) && ('title' in value || 'name' in value)
  return isWho || isReference
}

function cut(value: unknown): { kept: unknown; missing: number } {
  if (typeof value === 'string' && value.length > shortText + aLittle && isProse(value))
    return cutAt(value, shortText)
  if (Array.isArray(value) && value.length > shortList)
    return { kept: value.slice(0, shortList), missing: value.length - shortList }
  return { kept: value, missing: 0 }
}

/** The beginning of a text, and how much is missing. Never half of a character that takes two places. */
export function cutAt(text: string, length: number): { kept: string; missing: number } {
  const kept = cutText(text, length)
  return { kept, missing: text.length - kept.length }
}

/** A token, a cursor or an address is of no use when it is cut. */
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
