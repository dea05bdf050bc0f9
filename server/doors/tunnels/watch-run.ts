import { isDeepStrictEqual } from 'node:util'
import { type Run, isFinal } from '../../domains/tunnels/run.ts'
import { sendLine } from '../../platform/json-lines.ts'
import type { MuxStream } from '../../platform/multiplexer.ts'
import type { Machines } from './machines.ts'
import { type OutputPart, type Tail, isContinuation } from './output.ts'

// Notices can be lost, and the caller can lose access.
const pollIntervalMs = 1000

export interface Watched {
  tunnelId: string
  runId: string
  /** Reads the run with the current rights of the caller. Rejects one who can no longer see it. */
  read(): Promise<Run>
}

/**
 * Sends a run at each change, and its output, until it has ended. A client that reads slowly gets fewer changes, and misses
 * the part of the output that is no longer kept.
 */
export async function watchRun(
  { app, outputs }: Machines,
  stream: MuxStream,
  { tunnelId, runId, read }: Watched,
): Promise<void> {
  let isStale = true
  let wake = (): void => {}
  const unsubscribers = [
    app.bus.onRunChanged((id) => {
      if (id !== runId) return
      isStale = true
      wake()
    }),
    outputs.watch(tunnelId, runId, () => wake()),
  ]
  stream.onReset(() => wake())
  try {
    let sent: Run | undefined
    let end = 0
    while (!stream.isClosed) {
      // Created before the reads, so that a change during a read isn't missed.
      const changed = new Promise<void>((resolve) => (wake = resolve))
      const run: Run = !sent || isStale ? await read() : sent
      isStale = false
      // The first line contains the output so far.
      if (!sent) end = run.outputBytes
      const part = nextPart(outputs.tailOf(tunnelId, runId), run, end)
      if (part) {
        sendLine(stream, { type: 'output', offset: part.offset, text: part.text })
        end = part.end
      }
      if (!sent || !isDeepStrictEqual(withoutOutput(sent), withoutOutput(run)))
        sendLine(stream, { type: 'run', run })
      sent = run
      if (isFinal(run.state)) return stream.end()
      await stream.writable()
      const timer = setTimeout(() => {
        isStale = true
        wake()
      }, pollIntervalMs)
      await changed
      clearTimeout(timer)
    }
  } finally {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

/**
 * Returns the output after `end`: from memory if the machine is connected to this node, otherwise from the tail that its node
 * stores about once a second.
 */
function nextPart(tail: Tail | undefined, run: Run, end: number): OutputPart | undefined {
  if (tail && tail.end > end && tail.end >= run.outputBytes) return tail.textFrom(end)
  if (run.outputBytes <= end) return undefined
  const bytes = Buffer.from(run.output)
  let start = Math.max(0, bytes.length - (run.outputBytes - end))
  while (isContinuation(bytes[start] ?? 0)) start++
  const offset = run.outputBytes - (bytes.length - start)
  return { offset, text: bytes.toString('utf8', start), end: run.outputBytes }
}

function withoutOutput({ output: _, outputBytes: __, ...run }: Run) {
  return run
}
