import { useQueryClient } from '@tanstack/react-query'
import { type ActivityEvent, type OutputOf, call } from '../../client.ts'
import { useAction } from '../../ui/action.ts'
import { showToast } from '../../ui/toasts.ts'
import { changesOf, fieldName, listed } from './sentences.ts'

/** Sets one change back. Whatever changed again since is left as it is, and named. */
export function UndoButton({ event, describedBy }: { event: ActivityEvent; describedBy: string }) {
  const cache = useQueryClient()
  const undo = useAction(async () => {
    showToast({ text: told(await call('activity.undo', { event: event.id })) })
    await cache.invalidateQueries()
  })
  return (
    <>
      <button
        type="button"
        disabled={undo.busy}
        aria-label="Undo this change"
        aria-describedby={describedBy}
        onClick={undo.run}
        className="rounded font-medium text-ink underline-offset-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:underline disabled:opacity-60 pointer-coarse:opacity-100"
      >
        Undo
      </button>
      {undo.message && (
        <span role="alert" className="block text-danger">
          {undo.message}
        </span>
      )}
    </>
  )
}

const kinds = new Set([
  'project',
  'epic',
  'story',
  'task',
  'feature',
  'comment',
  'spec',
  'skill',
  'workspace',
])
const ofFields = new Set(['updated', 'completed', 'archived', 'unarchived', 'shared', 'unshared'])

/** Whether it is worth asking: the server has the last word. */
export function isUndoable(event: ActivityEvent): boolean {
  const [kind = '', verb = ''] = event.type.split('.')
  if (!kinds.has(kind)) return false
  // That a whole project is there is not undone by the way.
  if (['created', 'deleted', 'restored'].includes(verb)) return kind !== 'project'
  const changed = Object.keys(changesOf(event))
  // Where a feature stands changes by its gates.
  if (kind === 'feature') return verb === 'updated'
  // Who else it is shared with is no field of a project.
  if (verb === 'shared' || verb === 'unshared') return changed.includes('visibility')
  return ofFields.has(verb) && changed.length > 0
}

function told({ item, outcome, restored, changedSince, notRestorable }: OutputOf<'activity.undo'>): string {
  if (outcome === 'restored') return `${item.key} is back.`
  if (outcome === 'deleted') return `${item.key} is in the trash.`
  const named = (fields: string[]) => listed(fields.map(fieldName))
  const again = changedSince.map(({ field }) => field)
  return [
    `Set back ${named(restored)} of ${item.key}.`,
    ...(again.length > 0 ? [`Left as it is, since it changed again: ${named(again)}.`] : []),
    ...notRestorable.map(({ reason }) => reason),
  ].join(' ')
}
