import type { QueryKey } from '@tanstack/react-query'
import type { InputOf, OperationId } from '../../server/assembly/client.ts'

interface ReadScope {
  /** How the items of a list are cached: page by page, or as one array. Without it, the output as it is. */
  shape?: 'pages' | 'all'
  organization?: string
}

/** Returns the cache key of a read. A part of the input matches every read whose input contains it. */
export function readKey<Id extends OperationId>(
  id: Id,
  input: Partial<InputOf<Id>> = {},
  scope: ReadScope = {},
): QueryKey {
  return Object.keys(scope).length > 0 ? [id, input, scope] : [id, input]
}
