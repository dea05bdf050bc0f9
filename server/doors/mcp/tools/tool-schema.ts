import type { Tool } from '@modelcontextprotocol/server'
import { type FieldSchema, inputSchemaOf } from '../../../operations/json-schema.ts'
import type { Operation } from '../../../operations/operation.ts'

type Properties = Record<string, FieldSchema>

/** Short descriptions of fields that mean the same in every tool. `brief` of an operation takes precedence. */
const words: Record<string, string> = {
  agent: 'Agent name or me.',
  alternatives: 'Rejected options and reasons.',
  assignee: 'me, a username or an agent.',
  claim: 'Number from claim_task.',
  context: 'Background to know.',
  cursor: 'Previous nextCursor.',
  decision: 'Key: D-12.',
  description: 'Markdown.',
  dueAt: 'Date or time: 2026-12-24.',
  feature: 'Key: WEB-42.',
  goals: 'One goal per entry.',
  kind: 'Kind.',
  label: 'Only with these labels.',
  labels: 'Words such as backend.',
  limit: 'Page size, at most 200.',
  maxTokens: 'Response limit in tokens.',
  memory: 'Memory id.',
  metadata: 'JSON object to store.',
  name: 'Name to show.',
  note: 'Note title or id.',
  outcome: 'Result in practice.',
  priority: 'Urgency.',
  project: 'Slug or key.',
  query: 'Question or words.',
  rationale: 'Reasons for it.',
  reason: 'Why.',
  repo: 'Repository name or id.',
  search: 'Words to find.',
  session: 'Session id or latest.',
  settings: 'JSON object to store.',
  since: 'From this date or time.',
  skill: 'Skill slug.',
  spec: 'Key: S-12.',
  summary: 'Work done and left.',
  tag: 'Only with these tags.',
  tags: 'Words such as billing.',
  task: 'Key: WEB-42.',
  title: 'One line.',
  until: 'Before this date or time.',
  visibility: 'Audience.',
}

/** The descriptions of a status: a filter takes several, a change takes one. */
const [statusFilter, newStatus] = ['Only these statuses.', 'New status.']

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

/** Returns the output schema of a tool whose result programs read. It has no required fields: callers choose fields. */
export function toolOutput({ tool }: Operation): Tool['outputSchema'] {
  if (!tool?.returns) return undefined
  const properties = Object.entries(tool.returns).map(([name, types]) => [name, { type: types }])
  return { type: 'object', properties: Object.fromEntries(properties) as Record<string, object> }
}

/**
 * Returns the parameters of the door itself: the fields of a list, and an idempotency key for tools that add items.
 * Every tool accepts them and `detail`, but only these tools list them.
 */
function callOptions({ reads, input, adds }: Operation): Properties {
  if (adds) return { idempotencyKey: { type: 'string', description: 'Makes retries safe.' } }
  if (!reads || !('cursor' in input.shape)) return {}
  return { fields: { type: 'string', description: 'Only these: key,status.' } }
}

function shown(properties: Properties, { tool, variantOf }: Operation): Properties {
  const { rare = [], brief = {} } = (tool ?? variantOf)!
  const fields = Object.entries(properties).filter(([name]) => !rare.includes(name))
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const description = brief[name] ?? wordsFor(name, field) ?? field.description
      return [name, { ...slim(field, within(name, rare)), description }]
    }),
  )
}

function wordsFor(name: string, { type }: FieldSchema): string | undefined {
  if (name === 'status') return type === 'array' ? statusFilter : newStatus
  return words[name]
}

/** Returns only the type, the choices and the nested fields. */
function slim(field: FieldSchema, rare: readonly string[]): FieldSchema {
  const { type, enum: choices, format, items, properties, required } = field
  return {
    ...(type !== undefined && { type }),
    ...(choices && { enum: choices }),
    ...(format === 'date-time' && { format }),
    ...(items !== undefined && { items: slim(items as FieldSchema, rare) }),
    ...(properties !== undefined && objectOf(inside(properties as Properties, rare), required)),
  }
}

/** Returns the nested fields of an object. An object whose fields are all rare has none. */
function objectOf(properties: Properties, required: unknown): FieldSchema {
  if (Object.keys(properties).length === 0) return {}
  return { properties, ...(Array.isArray(required) && { required }) }
}

function inside(properties: Properties, rare: readonly string[]): Properties {
  const fields = Object.entries(properties).filter(([name]) => !rare.includes(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, slim(field, within(name, rare))]))
}

/** Returns the rare paths inside a field: `importance` for `learned.importance`. */
function within(name: string, rare: readonly string[]): string[] {
  return rare.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
}
