import { between } from '../../../../../server/domains/work/items/positions.ts'
import { useChange } from '../../../change.ts'
import { type Status, type Task, call } from '../../../client.ts'
import { queryClient } from '../../../query-client.ts'
import { showToast } from '../../../ui/toasts.ts'
import { statusNames } from '../names.ts'
import { findTask, patchTask } from '../task-cache.ts'
import { offerForce } from '../task-changes.ts'
import { texts } from './texts.ts'

/** A place on the board: a column and the neighboring cards. */
export interface Spot {
  status: Status
  /** Keys of the tasks directly before and after it, if any. */
  previous?: string | undefined
  next?: string | undefined
}

interface Move {
  key: string
  from: Spot
  to: Spot
  force?: boolean
  isUndo?: boolean
}

/** Moves a task optimistically, offers to undo the move, and reverts it if the server rejects it. */
export function useMoveTask(slug: string) {
  const { moved, movedTo, undone, failed } = texts.move
  const change = useChange({
    kinds: ['task'],
    project: slug,
    show(cache, { key, to }: Move) {
      const positionOf = (neighbour: string | undefined) =>
        neighbour && findTask(cache, slug, neighbour)?.position
      const position = positionBetween(positionOf(to.previous), positionOf(to.next))
      patchTask(cache, slug, key, { status: to.status, ...(position && { position }) })
    },
    send: ({ key, from, to, force }) =>
      call('tasks.update', {
        task: key,
        ...(to.status !== from.status && { status: to.status }),
        ...(to.previous ? { after: to.previous } : to.next && { before: to.next }),
        ...(force && { force }),
      }),
    done(task, { key, from, to, isUndo }) {
      patchTask(queryClient, slug, key, { version: task.version, position: task.position })
      const text = from.status === to.status ? moved(key) : movedTo(key, statusNames[to.status])
      const undo = () => change.mutate({ key, from: to, to: from, isUndo: true })
      showToast(isUndo ? { text: undone(key) } : { text, undo })
    },
    failed: ({ key }) => failed(key),
    onRejected: (error, move, message) =>
      offerForce(error, message, () => change.mutate({ ...move, force: true })),
  })
  return change
}

/** Returns a temporary position between two others. The server may assign another one with the same order. */
function positionBetween(low: string | undefined, high: string | undefined): Task['position'] | undefined {
  if (low === undefined && high === undefined) return undefined
  if (low !== undefined && high !== undefined && low >= high) return undefined
  return between(low ?? '', high ?? '')
}
