import fs from 'node:fs'

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

export type Answers = 'json' | 'redirect' | 'file'

export interface Described {
  operationId: string
  /** Stands in for the operationId where an operation is served once more. */
  'x-alias-of'?: string
  summary: string
  description?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}

interface OpenApi {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

const openApi: OpenApi = JSON.parse(read('openapi.json'))
export const routes: Record<string, string> = JSON.parse(read('routes.json'))

export const described: Described[] = Object.values(openApi.paths)
  .flatMap((path) => Object.values(path))
  .filter((operation) => operation['x-alias-of'] === undefined)

/** The schema that a reference leads to, whatever the reference says itself laid over it. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...own } = schema
  const target = openApi.components.schemas[$ref.split('/').at(-1)!]
  return target ? { ...resolve(target), ...own } : own
}

/** What JSON holds; or, where a file is sent, the form with it. */
export function schemaOf(body: Content | undefined): Schema {
  const { content = {} } = body ?? {}
  return resolve((content['application/json'] ?? content['multipart/form-data'])?.schema ?? {})
}

export function answersOf({ responses }: Described): Answers {
  if ('302' in responses) return 'redirect'
  return responses['200']?.content?.['*/*'] ? 'file' : 'json'
}

function read(name: string): string {
  return fs.readFileSync(new URL(`../contract/${name}`, import.meta.url), 'utf8')
}
