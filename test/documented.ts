import assert from 'node:assert/strict'
import raisedCodes from '../contract/error-codes.json' with { type: 'json' }
import { errorStatusesOf } from '../server/doors/http/openapi-components.ts'
import type { Operation } from '../server/operations/operation.ts'
import type { RaisedCodes } from '../server/assembly/raised-codes.ts'

const documented = new Map<Operation, number[]>()

/** Checks that the OpenAPI document lists an error that a test received. Server errors are its `default`. */
export function assertDocumented(operation: Operation, status: number, code: string | undefined): void {
  if (status < 400 || status >= 500) return
  let statuses = documented.get(operation)
  if (!statuses) {
    const raised = (raisedCodes as Partial<RaisedCodes>)[operation.id] ?? []
    documented.set(operation, (statuses = errorStatusesOf(operation, raised)))
  }
  assert.ok(
    statuses.includes(status),
    `${operation.id} returned ${status} ${code}, which it doesn't document`,
  )
}
