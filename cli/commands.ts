import { type Answers, type Described, answersOf, described, schemaOf } from './contract.ts'
import { type Field, headerField, inputField, kebab } from './fields.ts'

export { kebab }

/** An operation as the command line offers it: `tasks.create` is `baton tasks create`. */
export interface Command {
  id: string
  domain: string
  action: string
  summary: string
  description: string
  fields: Field[]
  answers: Answers
  /** Answers page by page. */
  paged: boolean
  /** Anybody may call it, and it answers with a token to go on with. */
  signsIn: boolean
}

export const commands: Command[] = described
  .map(commandOf)
  .toSorted((a, b) => a.domain.localeCompare(b.domain) || a.action.localeCompare(b.action))

export const domains = [...new Set(commands.map(({ domain }) => domain))]

function commandOf(operation: Described): Command {
  const { operationId, summary, description = '', parameters = [], requestBody, responses } = operation
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
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const answer = schemaOf(success).properties ?? {}
  return {
    id: operationId,
    domain: kebab(domain),
    action: kebab(action),
    summary,
    description,
    fields: [...input, ...headers],
    answers: answersOf(operation),
    paged: 'items' in answer && input.some(({ name }) => name === 'cursor'),
    signsIn: ('token' in answer || 'access_token' in answer) && operation.security?.length === 0,
  }
}
