import type { Tool } from '@modelcontextprotocol/server'
import { type FieldSchema, inputSchemaOf } from '../../../operations/json-schema.ts'
import type { Operation } from '../../../operations/operation.ts'

type Properties = Record<string, FieldSchema>

/** Short descriptions of fields that mean the same in every tool. `brief` of an operation takes precedence. */
const words: Record<string, string> = {
  agent: 'Name or me.',
  alternatives: 'Rejected options.',
  assignee: 'me, username or agent.',
  claim: 'Your claim number.',
  context: 'Background.',
  cursor: 'A nextCursor.',
  decision: 'D-12.',
  description: 'Markdown.',
  dueAt: 'ISO 8601.',
  feature: 'WEB-42.',
  goals: 'Goals.',
  kind: 'Kind.',
  label: 'Has these.',
  labels: 'Free text.',
  limit: 'Page size.',
  maxTokens: 'Response limit.',
  memory: 'Memory id.',
  metadata: 'Any JSON.',
  name: 'Name.',
  note: 'Title or id.',
  outcome: 'Result.',
  priority: 'Urgency.',
  project: 'Slug or key.',
  query: 'Natural text.',
  rationale: 'Why.',
  reason: 'Why.',
  repo: 'Name or id.',
  search: 'Keywords.',
  session: 'Id or latest.',
  settings: 'Any JSON.',
  since: 'Start time.',
  skill: 'Slug.',
  spec: 'S-12.',
  status: 'Status.',
  summary: 'Work done.',
  tag: 'Has these.',
  tags: 'Free text.',
  task: 'WEB-42.',
  title: 'One line.',
  until: 'End, exclusive.',
  visibility: 'Audience.',
}

/**
 * Returns the input schema for the tool list. Every agent reads the list first, so the schema is short: no rare fields,
 * and only the keywords needed to fill in the others. The server validates everything. With variants, it has the fields
 * of all operations and requires those that each of them requires.
 */
export function toolInput(operation: Operation, variants: readonly Operation[] = []): Tool['inputSchema'] {
  const { properties, required: ownRequired = [] } = inputSchemaOf(operation)
  let fields = shown(properties, operation)
  let required = ownRequired
  for (const variant of variants) {
    const schema = inputSchemaOf(variant)
    // The second spread keeps the descriptions of the tool's own operation.
    fields = { ...fields, ...shown(schema.properties, variant), ...fields }
    required = required.filter((name) => schema.required?.includes(name))
  }
  return {
    type: 'object',
    properties: { ...fields, ...callOptions(operation) } as Tool['inputSchema']['properties'],
    ...(required.length > 0 && { required }),
  }
}

/**
 * Returns the parameters of the door itself: the detail of a list, and an idempotency key for tools that add items.
 * Every tool accepts them, but only these tools list them.
 */
function callOptions({ reads, input, adds }: Operation): Properties {
  if (adds) return { idempotencyKey: { type: 'string', description: 'Makes retries safe.' } }
  if (!reads || !('cursor' in input.shape)) return {}
  return {
    detail: { type: 'string', enum: ['concise', 'full'], description: 'Verbosity.' },
    fields: { type: 'string', description: 'key,status' },
  }
}

function shown(properties: Properties, { tool, variantOf }: Operation): Properties {
  const { rare = [], brief = {} } = (tool ?? variantOf)!
  const fields = Object.entries(properties).filter(([name]) => !rare.includes(name))
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const description = brief[name] ?? words[name] ?? field.description
      return [name, { ...slim(field, within(name, rare)), description }]
    }),
  )
}

/** Returns only the type, the choices and the nested fields. */
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

/** Returns the rare paths inside a field: `importance` for `learned.importance`. */
function within(name: string, rare: readonly string[]): string[] {
  return rare.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
}
