import {
  type OperationSpec,
  type ResultType,
  type Schema,
  operationSpecs,
  resolve,
  resultSchema,
  resultTypeOf,
  schemaOf,
} from './contract.ts'
import { type Field, headerField, inputField, kebab } from './fields.ts'

/** An operation as a command: `tasks.create` is `baton tasks create`. */
export interface Command {
  id: string
  domain: string
  action: string
  summary: string
  description: string
  fields: Field[]
  resultType: ResultType
  result: Schema
  /** Whether it returns its items page by page. */
  paged: boolean
  /** Whether it needs no login and returns a token, or the next step to one. */
  signsIn: boolean
}

export const commands: Command[] = operationSpecs
  .map(commandOf)
  .toSorted((a, b) => a.domain.localeCompare(b.domain) || a.action.localeCompare(b.action))

export const domains = [...new Set(commands.map(({ domain }) => domain))]

function commandOf(operation: OperationSpec): Command {
  const { operationId, summary, description = '', parameters = [], requestBody } = operation
  const [domain = '', action = ''] = operationId.split('.')
  const body = schemaOf(requestBody)
  const input = [
    ...parameters
      .filter((parameter) => parameter.in !== 'header')
      .map(({ name, schema, required, description: text, in: place }) =>
        inputField(name, { ...schema, description: text }, required, place === 'path' ? 'path' : 'input'),
      ),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) =>
      inputField(name, schema, body.required?.includes(name) ?? false, 'input'),
    ),
  ]
  const taken = input.map(({ flag }) => flag)
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map((parameter) => headerField(parameter, taken))
  const result = oneObject(resultSchema(operation))
  const returned = result.properties ?? {}
  return {
    id: operationId,
    domain: kebab(domain),
    action: kebab(action),
    summary,
    description,
    fields: [...input, ...headers],
    resultType: resultTypeOf(operation),
    result,
    paged: 'items' in returned && input.some(({ name }) => name === 'cursor'),
    signsIn: returnsLogin(returned) && operation.security?.length === 0,
  }
}

/** Returns whether a result is a login of a user. The token of a tunnel is none, and must not replace one. */
function returnsLogin(returned: Record<string, Schema>): boolean {
  return ('token' in returned || 'access_token' in returned) && !('tunnel' in returned)
}

/** Joins the fields of a result that has several forms, such as a login or a request for the second factor. */
function oneObject(result: Schema): Schema {
  if (!result.anyOf) return result
  const forms = result.anyOf.map((form) => resolve(form).properties ?? {})
  return { ...result, properties: Object.assign({}, ...forms) as Record<string, Schema> }
}
