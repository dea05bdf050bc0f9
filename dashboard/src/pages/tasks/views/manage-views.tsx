import { useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { type View, useDeleteView, useUpdateView } from './view-changes.ts'

interface ManageViewsProps {
  slug: string
  views: View[]
  mayShare: boolean
  onClose: () => void
}

/** What can be done with the views that are one's own, or that one looks after. */
export function ManageViews({ slug, views, mayShare, onClose }: ManageViewsProps) {
  const update = useUpdateView(slug)
  const remove = useDeleteView(slug)
  return (
    <Dialog title="Views" onClose={onClose}>
      {views.length === 0 && <p className="text-muted">No view is left here.</p>}
      <ul className="flex flex-col gap-3">
        {views.map((view) => (
          <li key={view.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Name view={view} onSave={(name) => update.mutate({ view: view.id, name })} />
            {(mayShare || view.shared) && (
              <label className="flex items-center gap-1.5 text-[13px]">
                <input
                  type="checkbox"
                  aria-label={`Share ${view.name}`}
                  checked={view.shared}
                  onChange={({ target }) => update.mutate({ view: view.id, shared: target.checked })}
                  className="size-4 accent-accent"
                />
                Shared
              </label>
            )}
            <IconButton label={`Delete the view ${view.name}`} onClick={() => remove.mutate(view)}>
              <TrashIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}

/** Saved when one leaves it, or with Enter. */
function Name({ view, onSave }: { view: View; onSave: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const save = () => {
    const name = typed?.trim()
    setTyped(null)
    if (name && name !== view.name) onSave(name)
  }
  return (
    <input
      aria-label={`Name of ${view.name}`}
      value={typed ?? view.name}
      maxLength={80}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
      className="control min-w-0 grow basis-40"
    />
  )
}
