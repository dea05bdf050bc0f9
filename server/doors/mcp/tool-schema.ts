import type { Tool } from '@modelcontextprotocol/server'
import { type FieldSchema, inputSchemaOf } from '../../operations/json-schema.ts'
import type { Operation } from '../../operations/operation.ts'

type Properties = Record<string, FieldSchema>

/** How agents name things, the same in every tool. */
const names: Record<string, string> = {
  agent: 'Name or "me".',
  assignee: '"me", a username or an agent.',
  claim: 'Your claim number.',
  decision: 'D-12.',
  feature: 'WEB-42.',
  memory: 'Its id.',
  note: 'Title or id.',
  repo: 'Name or id.',
  session: 'Id or "latest".',
  skill: 'Slug.',
  spec: 'S-12.',
  task: 'WEB-42.',
}

/** Fields whose name and type say enough. People read what else there is to say in the reference. */
const plain = new Set([
  ...['project', 'name', 'title', 'description', 'summary', 'status', 'kind', 'priority', 'visibility'],
  ...['labels', 'label', 'tags', 'tag', 'search', 'query', 'since', 'until', 'dueAt', 'limit', 'cursor'],
  ...['maxTokens', 'context', 'goals', 'rationale', 'alternatives', 'outcome', 'reason'],
  ...['settings', 'metadata'],
])

/**
 * What an agent is shown of an operation's input. Every agent reads it before it has done anything, so it is short: no
 * fields that few need, and of the rest what it takes to fill them in. The server checks everything, and says what is
 * wrong.
 */
export function toolInput(operation: Operation): Tool['inputSchema'] {
  const { properties, required = [] } = inputSchemaOf(operation)
  return {
    type: 'object',
    properties: {
      ...shown(properties, operation),
      ...aboutTheCall(operation),
    } as Tool['inputSchema']['properties'],
    ...(required.length > 0 && { required }),
  }
}

/** What the door itself takes: a key of a write, and of a read how much it answers. */
function aboutTheCall({ reads, input }: Operation): Properties {
  if (!reads) return { idempotencyKey: { type: 'string' } }
  const detail = { type: 'string', enum: ['concise', 'full'] }
  return 'cursor' in input.shape
    ? { detail, fields: { type: 'array', items: { type: 'string' } } }
    : { detail }
}

function shown(properties: Properties, { rare, brief }: Operation): Properties {
  const fields = Object.entries(properties).filter(([name]) => !rare.includes(name))
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const description = brief[name] ?? names[name] ?? (plain.has(name) ? '' : field.description)
      return [name, { ...slim(field, within(name, rare)), ...(description && { description }) }]
    }),
  )
}

/** The bare form: types, choices, and what is inside. */
function slim(field: FieldSchema, rare: readonly string[]): FieldSchema {
  const { type, enum: choices, format, items, properties, required } = field
  return {
    ...(type !== undefined && { type }),
    ...(choices && { enum: choices }),
    ...(format === 'date-time' && { format }),
    ...(items !== undefined && { items: slim(items as FieldSchema, rare) }),
    ...(properties !== undefined && { properties: inside(properties as Properties, rare) }),
    ...(Array.isArray(required) && { required }),
  }
}

function inside(properties: Properties, rare: readonly string[]): Properties {
  const fields = Object.entries(properties).filter(([name]) => !rare.includes(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, slim(field, within(name, rare))]))
}

/** Of `learned.importance`, what is said about the fields inside `learned`. */
function within(name: string, rare: readonly string[]): string[] {
  return rare.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
}
