import type { RunProgress } from '../../../domains/tunnels/tables.ts'
import type { FollowedRun } from './follow-run.ts'

type Id = string | number

/** The code of errors that a server defines itself. */
const serverError = -32000

/** Returns the JSON-RPC response to a tool call, from its run. */
export function responseOf(id: Id, run: FollowedRun) {
  if (run.state === 'done') return { jsonrpc: '2.0', id, result: run.result }
  return errorOf(id, outcomeSentence(run), { run: run.id, state: run.state })
}

export function errorOf(id: Id, message: string, data?: object) {
  return { jsonrpc: '2.0', id, error: { code: serverError, message, ...(data && { data }) } }
}

/** Explains why a run has no result. */
export function outcomeSentence({ state, reason }: Pick<FollowedRun, 'state' | 'reason'>): string {
  const why = reason === null ? '' : ` ${reason}`
  if (state === 'refused') return `The machine's owner refused this.${why}`
  if (state === 'cancelled') return `This was cancelled.${why}`
  if (state === 'lost')
    return `The machine was lost while this ran, so its outcome is unknown. Check before you repeat it.${why}`
  return reason ?? 'This failed on the machine.'
}

/** Returns a function that turns the progress of a run into notifications with increasing values. */
export function progressNotifier(progressToken: Id | undefined, send: (message: object) => void) {
  let latest = -1
  return ({ progress }: { progress: RunProgress | null }) => {
    if (progressToken === undefined || !progress || progress.done <= latest) return
    latest = progress.done
    const { done, total, message } = progress
    send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: {
        progressToken,
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      },
    })
  }
}
