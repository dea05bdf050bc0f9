/*
 * The default form of tool responses. It works on any output and leaves out what an agent can't use: empty fields,
 * rights that the server checks anyway, ids of items that have a key, and bookkeeping of nested items. All texts stay
 * complete. `detail: "full"` returns the output as over HTTP.
 */

export type Json = Record<string, unknown>

export interface LeanOptions {
  /** Paths to leave out: `stats.throughput`. A path goes through lists. */
  omits?: readonly string[] | undefined
  /** The maximum number of items in nested lists, by path. `<name>Cut` reports how many are missing. */
  first?: Readonly<Record<string, number>> | undefined
}

/** The suffix of fields that report how much of another field is missing. */
export const cutMark = 'Cut'

const rights = 'may'
/** Fields that no tool takes: rights that the server checks, and the sort key of manual order. */
const internal = new Set([rights, 'position'])
/** Fields of nested items that agents don't need for decisions. */
const bookkeeping = new Set(['version', 'updatedAt', 'cursor', 'via'])
/** Fields that can hold the bare id of an item, which no tool needs. The author always stays. */
const bareIds = new Set(['organization', 'project', 'teamId'])
/** Fields with JSON of the caller's own shape, which stays as it was stored. */
const freeForm = new Set(['data', 'frontMatter', 'metadata', 'settings', 'state'])
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const timeName = /^(at|since|until)$|At$/
const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/

/**
 * Returns the lean form of one object. Named fields stay even if they are empty, because the caller wants to see that a
 * field was cleared. An object without an id is a result, and keeps all its fields: an empty list of missing items is
 * the information.
 */
export function leanObject(value: unknown, options: LeanOptions = {}, named = new Set<string>()): unknown {
  const short = leanValue(value, options, '')
  if (!isObject(short) || !isObject(value) || ('id' in value && named.size === 0)) return short
  const required = Object.keys(value).filter((name) => !('id' in value) || named.has(name))
  const empty = required.filter((name) => !(name in short) && isEmpty(value[name]) && name !== rights)
  return { ...short, ...Object.fromEntries(empty.map((name) => [name, value[name]])) }
}

/** Returns the lean form of a value at a path of the output. The path of the output itself is empty. */
function leanValue(value: unknown, options: LeanOptions, path: string): unknown {
  if (Array.isArray(value)) return value.map((each) => leanValue(each, options, path))
  if (!isObject(value)) return value
  if (isCounts(value)) return Object.fromEntries(Object.entries(value).filter(([, count]) => count !== 0))
  const short: Json = {}
  for (const name in value) {
    const inner = value[name]
    if (isLeftOut(name, inner, value, path !== '')) continue
    if (typeof inner !== 'object') {
      if (!isOmitted(name, options, path)) short[name] = withoutFractionIn(name, inner)
    } else addNested(short, name, inner as object, options, path)
  }
  return short
}

function addNested(short: Json, name: string, inner: object, options: LeanOptions, path: string): void {
  if (isOmitted(name, options, path)) return
  const at = pathTo(name, path)
  const most = options.first?.[at]
  const isCut = most !== undefined && Array.isArray(inner) && inner.length > most
  const whole = isCut ? inner.slice(0, most) : inner
  const kept = freeForm.has(name) ? whole : leanValue(whole, options, at)
  if (isEmpty(kept)) return
  short[name] = kept
  if (isCut) short[`${name}${cutMark}`] = inner.length - most
}

function pathTo(name: string, path: string): string {
  return path === '' ? name : `${path}.${name}`
}

function isOmitted(name: string, { omits }: LeanOptions, path: string): boolean {
  return omits !== undefined && omits.length > 0 && omits.includes(pathTo(name, path))
}

function isLeftOut(name: string, inner: unknown, parent: Json, isNested: boolean): boolean {
  if (isEmpty(inner) || internal.has(name)) return true
  if (name === 'id') return isNamed(parent)
  if (typeof inner === 'string' && bareIds.has(name) && uuid.test(inner)) return true
  return isNested && bookkeeping.has(name)
}

/**
 * Returns whether an object needs no id: it has a key or a slug, or it only names a user or an agent, whom tools accept
 * by name.
 */
function isNamed(value: Json): boolean {
  if (hasText(value.key) || hasText(value.slug)) return true
  return 'onBehalfOf' in value || (hasText(value.name) && hasAtMost(3, value))
}

function hasAtMost(most: number, value: Json): boolean {
  let count = 0
  for (const _ in value) if (++count > most) return false
  return true
}

function hasText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Returns whether an object only counts things, such as tasks by status. Its zeros are left out. */
function isCounts(value: Json): boolean {
  let count = 0
  for (const name in value) {
    if (typeof value[name] !== 'number') return false
    count++
  }
  return count > 3
}

function withoutFractionIn(name: string, value: unknown): unknown {
  return typeof value === 'string' && timeName.test(name) ? withoutFraction(value) : value
}

export function withoutFraction(text: string): string {
  return text.replace(time, '$1Z')
}

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value) return false
  return true
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
