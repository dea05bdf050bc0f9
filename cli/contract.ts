import { openApi as document, routes as served } from './embedded.ts'

/** The part of OpenAPI 3.1 that the command line reads. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  items?: Schema
  anyOf?: Schema[]
  format?: string
  description?: string
  default?: unknown
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

type Content = { content?: Partial<Record<string, { schema: Schema }>> }

export type ResultType = 'json' | 'redirect' | 'file'

export interface OperationSpec {
  operationId: string
  /** The operationId of the main route, on a further route of the same operation. */
  'x-alias-of'?: string
  summary: string
  description?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}

/** An operation in the OpenAPI document, with references to shared parameters. */
type WrittenSpec = Omit<OperationSpec, 'parameters'> & { parameters: (Parameter | { $ref: string })[] }

interface OpenApi {
  paths: Record<string, Record<string, WrittenSpec>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

// TypeScript infers a type with every single operation from the file. This type describes their common form.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const openApi = document as unknown as OpenApi
export const routes: Record<string, string> = served

export const operationSpecs: OperationSpec[] = Object.values(openApi.paths)
  .flatMap((path) => Object.values(path))
  .filter((operation) => operation['x-alias-of'] === undefined)
  .map((operation) => ({ ...operation, parameters: operation.parameters.map(resolveParameter) }))

function resolveParameter(parameter: Parameter | { $ref: string }): Parameter {
  return '$ref' in parameter ? openApi.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter
}

/** Follows a reference. The reference's own properties override those of its target. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...own } = schema
  const target = openApi.components.schemas[$ref.split('/').at(-1)!]
  return target ? { ...resolve(target), ...own } : own
}

/** Resolves references and removes "or null". */
export function unwrap(original: Schema): { schema: Schema; nullable: boolean } {
  const schema = resolve(original)
  const types = [schema.type ?? []].flat()
  if (types.includes('null'))
    return { schema: { ...schema, type: types.filter((type) => type !== 'null') }, nullable: true }
  const values = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (values?.length !== 1) return { schema, nullable: values?.length !== schema.anyOf?.length }
  return { schema: resolve(values[0]!), nullable: values.length !== schema.anyOf!.length }
}

/** Returns the JSON schema of a body, or the schema of the form if the request contains a file. */
export function schemaOf(body: Content | undefined): Schema {
  const { content = {} } = body ?? {}
  return resolve((content['application/json'] ?? content['multipart/form-data'])?.schema ?? {})
}

/** Returns the schema of a successful response. */
export function resultSchema({ responses }: OperationSpec): Schema {
  return schemaOf(Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1])
}

export function resultTypeOf({ responses }: OperationSpec): ResultType {
  if ('302' in responses) return 'redirect'
  return responses['200']?.content?.['*/*'] ? 'file' : 'json'
}
