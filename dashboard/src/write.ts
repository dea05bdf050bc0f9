import type { OperationId } from '../../server/assembly/client.ts'
import type { EventKind } from '../../server/database/events.ts'
import { type CallOptions, type InputOf, type OutputOf, call } from './client.ts'
import { queryClient } from './query-client.ts'
import { kindsWrittenBy, refresh } from './refresh.ts'

/** Calls an operation, then refetches the reads that show what it wrote. */
export async function write<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options?: CallOptions,
): Promise<OutputOf<Id>> {
  const output = await call(id, input, options)
  await refresh(queryClient, { types: kindsWrittenBy(id) })
  return output
}

/** Refetches the reads that show items of these kinds. */
export function refreshKinds(...types: EventKind[]): Promise<void> {
  return refresh(queryClient, { types })
}

/** Restores an item from the trash, then refetches the reads that show it. */
export async function restoreItem(kind: InputOf<'trash.restore'>['kind'], item: string): Promise<void> {
  await call('trash.restore', { kind, item })
  await refresh(queryClient, { types: [`${kind}.restored`] })
}
