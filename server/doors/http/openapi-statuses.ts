import { type RefusalCode, refusals } from '../../operations/errors.ts'
import { type Operation, httpParts } from '../../operations/operation.ts'

/**
 * Returns the statuses of the errors that an operation can respond with: those that follow from its declaration, and those
 * of the codes that it raises itself. Errors of the server and of the network in between are `default`.
 */
export function errorStatusesOf(operation: Operation, raised: readonly RefusalCode[]): number[] {
  const { method, parameters } = httpParts(operation.http!)
  const guarded = !operation.access.open
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
  const derived: Record<number, boolean> = {
    400: true,
    401: guarded,
    403: guarded,
    // X-Organization can name one that the caller isn't in.
    404: guarded || parameters.length > 0,
    // An idempotency key of another request, or a parent that was deleted concurrently.
    409: !operation.reads,
    412: method === 'PUT' || method === 'PATCH',
    413: hasBody,
    415: hasBody,
    429: true,
    507: !operation.reads,
  }
  const statuses = raised.map((code) => refusals[code][0] as number).filter((status) => status < 500)
  for (const [status, applies] of Object.entries(derived)) if (applies) statuses.push(Number(status))
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}
