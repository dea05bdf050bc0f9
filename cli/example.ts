import type { Command } from './commands.ts'
import type { Field } from './fields.ts'

/** A line that could be typed: everything required, and one or two of the rest. */
export function example({ domain, action, fields, answers }: Command): string {
  const path = fields.filter(({ place }) => place === 'path').map(sample)
  const input = fields.filter(({ place, name }) => place === 'input' && name !== 'password')
  const needed = input.filter(({ required }) => required)
  const further = input.filter(({ required, name }) => !required && !plumbing.includes(name))
  const shown = [...needed, ...further.slice(0, needed.length > 0 ? 1 : 2)]
  const options = shown.map((field) =>
    field.kind === 'flag' ? `--${field.flag}` : `--${field.flag} ${sample(field)}`,
  )
  const place = answers === 'file' ? ['> photo.png'] : []
  return ['baton', domain, action, ...path, ...options, ...place].join(' ')
}

const plumbing = ['cursor', 'limit', 'sort', 'settings', 'description']

/** What a kind of thing is called by, in the example organization of `npm run demo`. */
const references: Record<string, string> = { project: 'web-shop', task: 'WEB-3', item: 'WEB-3' }

function sample({ name, kind, elements, choices, schema }: Field): string {
  const other = choices.findLast((choice) => choice !== schema.default)
  if (kind === 'list') return choices.slice(0, 2).join(',') || (elements === 'number' ? '1,2' : 'one,two')
  if (other !== undefined) return other
  const known = references[name]
  if (known !== undefined) return known
  if (kind === 'number') return '3'
  if (kind === 'time') return '2026-12-24T17:00'
  if (kind === 'file') return 'photo.png'
  if (kind === 'json') return `'{"a": 1}'`
  if (schema.format === 'email') return 'ada@example.com'
  return name === 'assignee' ? 'me' : '"…"'
}
