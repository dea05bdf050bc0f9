import { useQueryClient } from '@tanstack/react-query'
import { type ActivityEvent, type OutputOf, call } from '../../client.ts'
import { useAction } from '../../ui/action.ts'
import { showToast } from '../../ui/toasts.ts'
import { changesOf, fieldName, formatList, isShownField } from './sentences.ts'
import { texts } from './texts.ts'

/** Undoes one change. The toast names the fields that changed again since and are kept. */
export function UndoButton({ event, describedBy }: { event: ActivityEvent; describedBy: string }) {
  const cache = useQueryClient()
  const undo = useAction(async () => {
    showToast({ text: describeOutcome(await call('activity.undo', { event: event.id })) })
    await cache.invalidateQueries()
  })
  return (
    <>
      <button
        type="button"
        disabled={undo.busy}
        aria-label={texts.undo.label}
        aria-describedby={describedBy}
        onClick={undo.run}
        className="rounded font-medium text-ink underline-offset-2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:underline disabled:opacity-60 pointer-coarse:opacity-100"
      >
        {texts.undo.action}
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
const fieldVerbs = new Set(['updated', 'completed', 'archived', 'unarchived', 'shared', 'unshared'])

/** Returns whether to offer undo. The server decides whether it is possible. */
export function isUndoable(event: ActivityEvent): boolean {
  const [kind = '', verb = ''] = event.type.split('.')
  if (!kinds.has(kind)) return false
  // Projects are deleted in their settings and restored in the trash.
  if (['created', 'deleted', 'restored'].includes(verb)) return kind !== 'project'
  const changed = Object.keys(changesOf(event))
  // Only gates change the progress of a feature.
  if (kind === 'feature') return verb === 'updated'
  // Undo restores fields. Of the shares, only the visibility is a field of the project.
  if (verb === 'shared' || verb === 'unshared') return changed.includes('visibility')
  return fieldVerbs.has(verb) && changed.length > 0
}

function describeOutcome(result: OutputOf<'activity.undo'>): string {
  const { item, outcome, restored, changedSince, notRestorable } = result
  const { undo } = texts
  if (outcome === 'restored') return undo.restored(item.key)
  if (outcome === 'deleted') return undo.deleted(item.key)
  const names = (fields: string[]) => formatList(fields.filter(isShownField).map(fieldName))
  const kept = names(changedSince.map(({ field }) => field))
  return [
    undo.reverted(names(restored), item.key),
    ...(kept ? [undo.changedSince(kept)] : []),
    ...notRestorable.map(({ reason }) => reason),
  ].join(' ')
}
