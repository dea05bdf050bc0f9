import * as all from './all.ts'
import type { Operation } from '../operations/operation.ts'

/** An operation with the name of its export. */
export interface NamedOperation {
  name: string
  operation: Operation
}

/** Every operation, ordered by id. */
export const operations: NamedOperation[] = Object.entries(all)
  .map(([name, operation]) => ({ name, operation: operation as unknown as Operation }))
  .toSorted((a, b) => (a.operation.id < b.operation.id ? -1 : 1))
