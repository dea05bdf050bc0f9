import { type Parameter, type Schema, resolve } from './contract.ts'

export type Kind = 'text' | 'number' | 'flag' | 'time' | 'file' | 'list' | 'json'

/** Something a command takes: a part of the operation's input, or a header of the request. */
export interface Field {
  name: string
  flag: string
  place: 'path' | 'input' | 'header'
  required: boolean
  kind: Kind
  /** Of a list: what its elements are. */
  elements: Kind
  choices: string[]
  /** Whether "null" takes the value away. */
  nullable: boolean
  description: string
  schema: Schema
}

/** `createMcpToken` → `create-mcp-token`, `client_id` → `client-id`. */
export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

export function inputField(name: string, given: Schema, required: boolean, place: 'path' | 'input'): Field {
  const { schema, nullable } = unwrap(given)
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
    choices: ((kind === 'list' ? elements.enum : schema.enum) ?? []).map(String),
    description: given.description ?? schema.description ?? '',
  }
}

/** `X-Organization` becomes `--organization`, unless the operation has a field of that name. */
export function headerField({ name, schema, description = '' }: Parameter, taken: string[]): Field {
  const short = name.toLowerCase().replace(/^x-/, '')
  const field = inputField(name, { ...schema, description }, false, 'input')
  return { ...field, place: 'header', flag: taken.includes(short) ? name.toLowerCase() : short }
}

function unwrap(given: Schema): { schema: Schema; nullable: boolean } {
  const schema = resolve(given)
  const types = [schema.type ?? []].flat()
  if (types.includes('null')) {
    return { schema: { ...schema, type: types.filter((type) => type !== 'null') }, nullable: true }
  }
  const values = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (values?.length !== 1) return { schema, nullable: values?.length !== schema.anyOf?.length }
  return { schema: resolve(values[0]!), nullable: values.length !== schema.anyOf!.length }
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
