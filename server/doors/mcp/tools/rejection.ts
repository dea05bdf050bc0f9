import type { CallToolResult } from '@modelcontextprotocol/server'
import { OperationError, problem } from '../../../errors/errors.ts'
import type { App } from '../../../operations/context.ts'
import { visibleJson } from '../../../platform/visible-text.ts'
import { type Json, isEmpty, isObject, leanObject, withoutFraction } from './lean.ts'

/**
 * Returns an error as a tool result, which agents can read and correct, and not as a protocol error. It is shorter than
 * the problem body over HTTP, which `detail: "full"` returns: a member that the sentence already contains is left out.
 */
export function rejectionResult(
  app: App,
  error: unknown,
  { requestId, detail }: { requestId: string; detail: unknown },
): CallToolResult {
  if (!(error instanceof OperationError)) app.log.error({ requestId, err: error }, 'a tool call failed')
  const rejection = error instanceof OperationError ? error : new OperationError('internal')
  const body = problem(rejection, requestId, app.config.APP_URL)
  const text = JSON.stringify(visibleJson(detail === 'full' ? body : shortened(body)))
  return { isError: true, content: [{ type: 'text', text }] }
}

function shortened(body: ReturnType<typeof problem>): Json {
  const { type: _, title: __, requestId, status, code, detail, errors, ...members } = body
  const sentence = withShortTimes(detail)
  const others = Object.entries(members).filter(([name, member]) => {
    if (isEmpty(member)) return false
    return name === 'suggestions' || !isRepeated(member, sentence)
  })
  const lean = leanObject(Object.fromEntries(others)) as Json
  // The sentence of invalid_input refers to the errors, which speak for themselves.
  if (errors) return { status, code, detail: sentence.split('. ')[0] + '.', ...lean, errors }
  // Only the operator can fix these, and finds the cause by the request id.
  return { status, code, detail: sentence, ...lean, ...(status >= 500 && { requestId }) }
}

function withShortTimes(sentence: string): string {
  return sentence.replaceAll(/\d{4}-\d\d-\d\dT[\d:]+\.\d+Z/g, withoutFraction)
}

/** Returns whether the sentence contains every name, key and time of a member. */
function isRepeated(member: unknown, sentence: string): boolean {
  if (Array.isArray(member)) return member.length > 0 && member.every((each) => isRepeated(each, sentence))
  if (isObject(member)) return isRepeated(member.key ?? member.name ?? member.by ?? null, sentence)
  return typeof member === 'string' && sentence.includes(withoutFraction(member).replaceAll('_', ' '))
}
