import type { OperationId } from '../../server/assembly/client.ts'
import { type InputOf, type OutputOf, callWith } from './client.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'

/** Calls an operation that accepts a file, and reports the uploaded part from 0 to 1. */
export function upload<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  onProgress: (part: number) => void,
): Promise<OutputOf<Id>> {
  return callWith(fetchWithProgress(onProgress), id, input)
}
