import { type ErrorCode, errorTable } from '../../errors/errors.ts'
import { type Operation, httpParts } from '../../operations/operation.ts'

/**
 * Returns the error statuses of an operation: those that follow from its declaration, and those of the codes that it
 * raises. Server and network errors are documented as `default`.
 */
export function errorStatusesOf(operation: Operation, raised: readonly ErrorCode[]): number[] {
  const { method } = httpParts(operation.http!)
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
  const derived: Record<number, boolean> = {
    400: true,
    // An open operation also rejects a credential that isn't valid.
    401: true,
    // A foreign Host or Origin, or a missing permission.
    403: true,
    // A resource, or an organization in X-Organization, that the caller can't see.
    404: true,
    // A reused idempotency key, or a parent that was deleted concurrently.
    409: !operation.reads,
    412: method === 'PUT' || method === 'PATCH',
    413: hasBody,
    415: hasBody,
    429: true,
    431: true,
    507: !operation.reads,
  }
  const statuses = raised.map((code) => errorTable[code][0] as number).filter((status) => status < 500)
  for (const [status, applies] of Object.entries(derived)) if (applies) statuses.push(Number(status))
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}
