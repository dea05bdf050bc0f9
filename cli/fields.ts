import { type Parameter, type Schema, resolve, unwrap } from './contract.ts'

export type Kind = 'text' | 'number' | 'flag' | 'time' | 'file' | 'list' | 'json'

/** A parameter of a command: a field of the operation's input, or a header of the request. */
export interface Field {
  name: string
  flag: string
  place: 'path' | 'input' | 'header'
  required: boolean
  kind: Kind
  /** The kind of a list's elements. */
  elements: Kind
  choices: string[]
  /** Whether "null" clears the value. */
  nullable: boolean
  description: string
  schema: Schema
}

/** Turns `createMcpToken` into `create-mcp-token`, and `client_id` into `client-id`. */
export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

export function inputField(
  name: string,
  original: Schema,
  required: boolean,
  place: 'path' | 'input',
): Field {
  const { schema, nullable } = unwrap(original)
  const elements = schema.items ? unwrap(schema.items).schema : {}
  const kind = kindOf(schema)
  return {
    name,
    place,
    required,
    nullable,
    schema,
    kind,
    flag: kebab(name),
    elements: kindOf(elements),
    choices: ((kind === 'list' ? elements.enum : schema.enum) ?? [])
      .filter((each) => each !== null)
      .map(String),
    description: original.description ?? schema.description ?? '',
  }
}

/** Shortens `X-Organization` to `--organization`, unless the operation has a field of that name. */
export function headerField({ name, schema, description = '' }: Parameter, taken: string[]): Field {
  const short = name.toLowerCase().replace(/^x-/, '')
  const field = inputField(name, { ...schema, description }, false, 'input')
  return { ...field, place: 'header', flag: taken.includes(short) ? name.toLowerCase() : short }
}

function kindOf(schema: Schema): Kind {
  const [type, another] = [schema.type ?? []].flat()
  if (another !== undefined) return 'json'
  if (type === 'string') return formats[schema.format ?? ''] ?? 'text'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'boolean') return 'flag'
  if (type === 'array' && schema.items && isSimple(resolve(schema.items))) return 'list'
  return schema.enum ? 'text' : 'json'
}

const formats: Record<string, Kind> = { 'date-time': 'time', binary: 'file' }

function isSimple({ type, enum: choices }: Schema): boolean {
  return choices !== undefined || ['string', 'number', 'integer'].includes(String(type))
}
