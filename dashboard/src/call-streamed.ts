import type { OperationId } from '../../server/assembly/client.ts'
import { type CallOptions, type InputOf, type OutputOf, callWith } from './client.ts'
import { type ServerSentEvent, fetchWithEvents } from './fetch-with-events.ts'

interface StreamOptions extends CallOptions {
  /** The event that carries the whole result. */
  last: string
  onEvent: (event: ServerSentEvent) => void
}

/** Calls an operation with a streamed response, and reports each event. Apart from the client, which every page loads. */
export function callStreamed<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  { last, onEvent, ...options }: StreamOptions,
): Promise<OutputOf<Id>> {
  return callWith(fetchWithEvents(last, onEvent), id, input, { ...options, isStreamed: true })
}
