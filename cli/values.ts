import fs from 'node:fs'
import path from 'node:path'
import { UsageError } from './failures.ts'
import type { Field, Kind } from './fields.ts'
import { orNearest } from './nearest.ts'

/** Converts typed text to the field's type. The server checks everything else. */
export function valueOf(field: Field, texts: string[]): unknown {
  const [text = ''] = texts
  if (field.kind === 'list') {
    if (field.nullable && text === 'null') return null
    return texts.flatMap((each) => listOf(field, each))
  }
  if (texts.length > 1) throw new UsageError(`--${field.flag} can only be passed once.`)
  if (field.nullable && text === 'null') return null
  return single(field, field.kind, text)
}

function listOf(field: Field, text: string): unknown[] {
  // A JSON list can contain elements with commas.
  if (text.startsWith('[')) return [json(field, text)].flat()
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => single(field, field.elements, part))
}

function single(field: Field, kind: Kind, text: string): unknown {
  if (field.choices.length > 0 && !field.choices.includes(text)) {
    const all = `One of: ${field.choices.join(', ')}.`
    const near = orNearest(text, field.choices)
    throw new UsageError(`--${field.flag} can't be "${text}". ${near.startsWith('Did') ? near : all}`)
  }
  if (kind === 'number') return numberOf(field, text)
  if (kind === 'flag') return flagOf(field, text)
  if (kind === 'time') return timeOf(field, text)
  if (kind === 'file') return fileAt(field, text)
  return kind === 'json' ? json(field, text) : text
}

function numberOf({ flag }: Field, text: string): number {
  if (text.trim() === '' || !Number.isFinite(Number(text)))
    throw new UsageError(`--${flag} must be a number, not "${text}".`)
  return Number(text)
}

function flagOf({ flag }: Field, text: string): boolean {
  if (text !== 'true' && text !== 'false')
    throw new UsageError(`--${flag} takes no value. Its opposite is --no-${flag}.`)
  return text === 'true'
}

/** Reads a date, or a time without a zone, in the user's time zone. */
function timeOf({ flag }: Field, text: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text)
  const time = new Date(day ? `${text}T00:00` : text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(
      `--${flag} must be a time like 2026-12-24, 2026-12-24T17:00 or 2026-12-24T17:00:00Z.`,
    )
  return time.toISOString()
}

/** Reads the file that a field names. */
export function fileAt({ flag }: Pick<Field, 'flag'>, name: string): File {
  if (!fs.existsSync(name)) throw new UsageError(`--${flag}: the file "${name}" doesn't exist.`)
  try {
    return new File([fs.readFileSync(name)], path.basename(name))
  } catch {
    throw new UsageError(`--${flag}: can't read "${name}".`)
  }
}

function json({ flag, kind, schema }: Field, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A field that takes any value takes a text without the quotes of JSON.
    if (schema.type === undefined && schema.anyOf === undefined) return text
    throw new UsageError(
      `--${flag} must be ${kind === 'list' ? 'a,b or a JSON list' : 'JSON'}, not "${text}".`,
    )
  }
}
