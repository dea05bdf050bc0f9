import { between } from '../../../../../server/domains/items/positions.ts'
import { useChange } from '../../../change.ts'
import { type Status, type Task, call } from '../../../client.ts'
import { taskKeys } from '../../../live/refresh-changed.ts'
import { queryClient } from '../../../query-client.ts'
import { showToast } from '../../../ui/toasts.ts'
import { statusNames } from '../names.ts'
import { findTask, patchTask } from '../task-cache.ts'
import { offerForce } from '../task-changes.ts'

/** A place on the board: in which column, and between which cards of those that are shown there. */
export interface Spot {
  status: Status
  /** The numbers of the tasks right before and after it, where there are any. */
  previous?: string | undefined
  next?: string | undefined
}

interface Move {
  key: string
  from: Spot
  to: Spot
  force?: boolean
  undoes?: boolean
}

/** A task goes to another place: seen at once, taken back on request, and by itself if the server refuses. */
export function useMoveTask(slug: string) {
  const change = useChange({
    keys: taskKeys(slug),
    show(cache, { key, to }: Move) {
      const beside = (neighbour: string | undefined) =>
        neighbour && findTask(cache, slug, neighbour)?.position
      const position = placedBetween(beside(to.previous), beside(to.next))
      patchTask(cache, slug, key, { status: to.status, ...(position && { position }) })
    },
    send: ({ key, from, to, force }) =>
      call('tasks.update', {
        task: key,
        ...(to.status !== from.status && { status: to.status }),
        ...(to.previous ? { after: to.previous } : to.next && { before: to.next }),
        ...(force && { force }),
      }),
    done(task, { key, from, to, undoes }) {
      patchTask(queryClient, slug, key, { version: task.version, position: task.position })
      const text = from.status === to.status ? `Moved ${key}.` : `Moved ${key} to ${statusNames[to.status]}.`
      const undo = () => change.mutate({ key, from: to, to: from, undoes: true })
      showToast(undoes ? { text: `${key} is back.` } : { text, undo })
    },
    failed: ({ key }) => `${key} was not moved.`,
    refused: (error, move, failed) =>
      offerForce(error, failed, () => change.mutate({ ...move, force: true })),
  })
  return change
}

/** The server may find another place between the two: they are seen in the same order. */
function placedBetween(low: string | undefined, high: string | undefined): Task['position'] | undefined {
  if (low === undefined && high === undefined) return undefined
  if (low !== undefined && high !== undefined && low >= high) return undefined
  return between(low ?? '', high ?? '')
}
