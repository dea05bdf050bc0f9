import * as all from './all.ts'
import type { Operation } from './operation.ts'

/** The operations with the names they are exported under, in the order of their ids. */
export interface NamedOperation {
  name: string
  operation: Operation
}

export const operations: NamedOperation[] = Object.entries(all)
  .map(([name, operation]) => ({ name, operation: operation as unknown as Operation }))
  .toSorted((a, b) => (a.operation.id < b.operation.id ? -1 : 1))
