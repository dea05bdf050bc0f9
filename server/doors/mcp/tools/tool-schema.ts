import type { Tool } from '@modelcontextprotocol/server'
import { type FieldSchema, inputSchemaOf } from '../../../operations/json-schema.ts'
import type { Operation } from '../../../operations/operation.ts'

type Properties = Record<string, FieldSchema>

/** The words for what means the same in every tool. An operation has its own where it means something else. */
const words: Record<string, string> = {
  agent: 'Name or me.',
  alternatives: 'Not taken.',
  assignee: 'me, username or agent.',
  claim: 'Your claim number.',
  context: 'What to know.',
  cursor: 'A nextCursor.',
  decision: 'D-12.',
  description: 'Markdown.',
  dueAt: 'ISO 8601.',
  feature: 'WEB-42.',
  goals: 'What to reach.',
  kind: 'What it is.',
  label: 'Has these.',
  labels: 'Free words.',
  limit: 'At most.',
  maxTokens: 'Of the answer.',
  memory: 'Its id.',
  metadata: 'Any JSON.',
  name: 'Its name.',
  note: 'Title or id.',
  outcome: 'What came of it.',
  priority: 'How urgent.',
  project: 'Slug or key.',
  query: 'In your words.',
  rationale: 'Why.',
  reason: 'Why.',
  repo: 'Name or id.',
  search: 'Words in it.',
  session: 'Id or latest.',
  settings: 'Any JSON.',
  since: 'From this time.',
  skill: 'Slug.',
  spec: 'S-12.',
  status: 'How far it is.',
  summary: 'What was done.',
  tag: 'Has these.',
  tags: 'Free words.',
  task: 'WEB-42.',
  title: 'In one line.',
  until: 'Before this time.',
  visibility: 'Who sees it.',
}

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

/**
 * What the door itself takes: how much of a list is answered, and a key where a repeated call would do more than one. It
 * takes them with every tool; these are the ones that need them.
 */
function aboutTheCall({ reads, input, adds }: Operation): Properties {
  if (adds) return { idempotencyKey: { type: 'string', description: 'Same key: done once.' } }
  if (!reads || !('cursor' in input.shape)) return {}
  return {
    detail: { type: 'string', enum: ['concise', 'full'], description: 'How much.' },
    fields: { type: 'string', description: 'key,status' },
  }
}

function shown(properties: Properties, { rare, brief }: Operation): Properties {
  const fields = Object.entries(properties).filter(([name]) => !rare.includes(name))
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const description = brief[name] ?? words[name] ?? field.description
      return [name, { ...slim(field, within(name, rare)), description }]
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
