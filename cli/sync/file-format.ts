import { isDeepStrictEqual } from 'node:util'
import type { Fields } from '../cells.ts'
import { isFields, isListOfFields } from '../cells.ts'
import { joinSections, splitSections } from './body.ts'
import {
  type Divided,
  type Entry,
  FileError,
  assemble,
  divide,
  editEntries,
  readEntries,
} from './front-matter.ts'
import { type FileKind, type Property, fileFormats } from './kinds.ts'

/** Translates between ids and the names in files: WEB-7, ada. */
export interface Names {
  nameOf(id: string): string
  /** Returns undefined for an unknown name. */
  idOf(name: string): string | undefined
}

/** An item as a file shows it. */
export interface ShownItem {
  id: string
  key: string
  fields: Fields
}

export interface ParsedFile {
  id: string | undefined
  /** The fields that the file sets. A field whose line is missing has its default value, or is left out. */
  fields: Fields
  /** The line of each field, for messages. */
  lines: Map<string, number>
  crlf: boolean
}

/** Reads a file. `known` is the item that it belongs to: without it, the first heading can name the item. */
export function parseFile(kind: FileKind, text: string, names: Names, known?: ShownItem): ParsedFile {
  const divided = divide(text)
  const { title, properties, body, numbered } = fileFormats[kind]
  const entries = readEntries(divided.head ?? '')
  const lines = new Map([...entries].map(([name, { line }]) => [name, line]))
  const allowed = ['id', ...(numbered ? ['key'] : []), ...properties.map(({ name }) => name)]
  for (const [name, { line }] of entries)
    if (!allowed.includes(name))
      throw new FileError(line, `"${name}" isn't a field of a ${kind}. Fields: ${allowed.join(', ')}.`)
  const fields: Fields = {}
  for (const property of properties) {
    const entry = entries.get(property.name)
    if (entry) fields[property.name] = readValue(property, entry, names)
    else if (!property.always && !property.readOnly) fields[property.name] = property.default
  }
  const id = entries.get('id')
  const whole = bodyText(divided)
  const heading = known || id || fields[title] !== undefined ? undefined : headingOf(whole)
  if (heading) fields[title] = heading.title
  const bodyLine = text.split('\n').length - divided.body.split('\n').length + 1
  Object.assign(fields, splitSections(body, heading?.rest ?? whole, bodyLine))
  for (const name of body) lines.set(name, lines.get(name) ?? bodyLine)
  if (id && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(id.value)))
    throw new FileError(
      id.line,
      `"${String(id.source)}" isn't an id. Remove the line to create a new ${kind}.`,
    )
  checkReadOnly(kind, entries, fields, known)
  if (known) return { id: known.id, fields, lines, crlf: divided.crlf }
  return { id: id && String(id.value), fields, lines, crlf: divided.crlf }
}

/** Returns the id in a file, without checking anything else. */
export function idIn(text: string): string | undefined {
  const id = readEntries(divide(text).head ?? '').get('id')
  return id && String(id.value)
}

/**
 * Writes an item as a file. An existing text keeps its line breaks, comments and unchanged lines, so that a change of
 * one field is a diff of one line.
 */
export function formatFile(kind: FileKind, item: ShownItem, names: Names, existing?: string): string {
  const { properties, body, numbered } = fileFormats[kind]
  const old: Divided =
    existing === undefined ? { bom: false, crlf: false, head: '', body: '' } : divide(existing)
  const entries = readEntries(old.head ?? '')
  const changes = new Map<string, unknown>()
  if (entries.get('id')?.value !== item.id) changes.set('id', item.id)
  if (numbered && entries.get('key')?.value !== item.key) changes.set('key', item.key)
  for (const property of properties) {
    const value = item.fields[property.name] ?? property.default
    const entry = entries.get(property.name)
    const isShown = property.always ? value !== '' : !isDeepStrictEqual(value, property.default)
    if (entry && isDeepStrictEqual(tryRead(property, entry, names), value)) continue
    if (entry || isShown)
      changes.set(property.name, isShown ? writtenValue(property, value, names) : undefined)
  }
  const order = ['id', 'key', ...properties.map(({ name }) => name)]
  const head = editEntries(old.head ?? '', changes, order)
  const text = joinSections(body, item.fields)
  const sameBody =
    old.head !== undefined && existing !== undefined && bodyText(old) === normalized(text, old.crlf)
  // A file without a line break at its end stays so, unless the text itself ends with one.
  const isOpen = existing !== undefined && old.body !== '' && !old.body.endsWith('\n') && !text.endsWith('\n')
  const written = text === '' ? '' : `\n${text}${isOpen ? '' : '\n'}`
  return assemble({ ...old, head, body: sameBody ? old.body : written })
}

/** Returns the fields of `now` that differ from `before`. In a Windows file, kinds of line breaks don't differ. */
export function changedFields(now: Fields, before: Fields, crlf: boolean): Fields {
  const isSame = (name: string, value: unknown) =>
    isDeepStrictEqual(value, before[name] ?? null) ||
    (crlf && typeof value === 'string' && value === normalized(String(before[name] ?? ''), true)) ||
    (value === '' && (before[name] ?? '') === '')
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(name, value)))
}

function normalized(text: string, crlf: boolean): string {
  return crlf ? text.replaceAll('\r\n', '\n') : text
}

/** Returns the text below the front matter, without one empty line before it and one line break after it. */
function bodyText({ head, body }: Divided): string {
  const text = head === undefined ? body : body.replace(/^\n/, '')
  return text.replace(/\n$/, '')
}

/** Returns the heading at the start of a new file, and the text below it. */
function headingOf(text: string): { title: string; rest: string } | undefined {
  const found = /^\s*# +(.+?)[ #]*(?:\n\n?|$)/.exec(text)
  return found ? { title: found[1]!, rest: text.slice(found[0].length) } : undefined
}

function checkReadOnly(kind: FileKind, entries: Map<string, Entry>, fields: Fields, known?: ShownItem): void {
  const key = entries.get('key')
  if (known && key && known.key !== '' && key.value !== known.key)
    throw new FileError(key.line, `The key is ${known.key}, and a file can't change it.`)
  for (const { name, readOnly } of fileFormats[kind].properties) {
    if (!readOnly) continue
    const entry = entries.get(name)
    if (entry && (!known || !isDeepStrictEqual(fields[name], known.fields[name] ?? null)))
      throw new FileError(entry.line, `A file can't change the ${name} of a ${kind}.`)
    delete fields[name]
  }
}

function tryRead(property: Property, entry: Entry, names: Names): unknown {
  try {
    return readValue(property, entry, names)
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}

function readValue({ name, shape, default: fallback }: Property, entry: Entry, names: Names): unknown {
  const { value, source, line } = entry
  const fail = (form: string): never => {
    throw new FileError(line, `"${name}" must be ${form}.`)
  }
  if (value === null) return fallback
  switch (shape) {
    case 'text':
      return source ?? fail('one text, like "title: Fix the login"')
    case 'list':
      if (source !== undefined) return [source]
      return Array.isArray(value) && value.every((each) => typeof each !== 'object')
        ? value.map(String)
        : fail('a list, like [billing, urgent]')
    case 'number':
      return typeof value === 'number' ? value : fail('a number')
    case 'flag':
      return typeof value === 'boolean' ? value : fail('true or false')
    case 'time': {
      const time = new Date(source ?? '')
      return Number.isNaN(time.getTime()) ? fail('a time, like 2026-12-24T17:00:00Z') : time.toISOString()
    }
    case 'reference':
      return names.idOf(source ?? '') ?? fail(`a known name, number or id. "${source ?? ''}" is unknown`)
    default:
      if (!isListOfFields(value) || !value.every((each) => typeof each.title === 'string'))
        return fail('a list of alternatives, each with a title and a reason')
      return value.map((each) => ({ title: each.title, reason: String(each.reason ?? '') }))
  }
}

function writtenValue({ shape }: Property, value: unknown, names: Names): unknown {
  if (shape === 'reference') return names.nameOf(String(value))
  if (shape === 'alternatives' && isListOfFields(value))
    return value.map(({ title, reason }) => (reason ? { title, reason } : { title }))
  return isFields(value) ? { ...value } : value
}
