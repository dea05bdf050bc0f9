import { describeError } from './action-error.ts'
import type { ActionContext, Outcome } from './actions/context.ts'
import { perform } from './actions/perform.ts'
import { maxResultBytes } from './limits.ts'
import type { Ending, LiveRun } from './live-run.ts'

const progressIntervalMs = 200
const maxMessageLength = 2000
/** An action that doesn't react to its signal is given up after this time. */
const abortGraceMs = 10_000

/** Performs the action of a run, and returns how the run ends. Never rejects. */
export async function performRun(live: LiveRun, context: ActionContext): Promise<Ending> {
  const work = perform(live.order, { ...context, onProgress: throttle(context.onProgress) })
  try {
    const { result, failure } = await unlessStuck(work, context.signal)
    if (live.stop) return { ...live.stop, result }
    if (Buffer.byteLength(JSON.stringify(result)) > maxResultBytes)
      return { state: 'failed', reason: 'The result is larger than 2 MiB.' }
    return failure === undefined ? { state: 'done', result } : { state: 'failed', reason: failure, result }
  } catch (error) {
    return live.stop ?? { state: 'failed', reason: describeError(error) }
  }
}

/** Limits how often and how long an MCP server reports progress. */
function throttle(report: ActionContext['onProgress']): ActionContext['onProgress'] {
  let reportedAt = 0
  return ({ done, total, message }) => {
    if (Date.now() - reportedAt < progressIntervalMs) return
    reportedAt = Date.now()
    report({ done, total, message: message?.slice(0, maxMessageLength) })
  }
}

function unlessStuck(work: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      timer = setTimeout(() => reject(signal.reason as Error), abortGraceMs)
    })
  })
  return Promise.race([work, stuck]).finally(() => clearTimeout(timer))
}
