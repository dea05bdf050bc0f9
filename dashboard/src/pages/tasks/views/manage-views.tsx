import { Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { texts } from './texts.ts'
import { type View, useDeleteView, useUpdateView } from './view-changes.ts'

const { manageViews } = texts

interface ManageViewsProps {
  slug: string
  views: View[]
  canShare: boolean
  onClose: () => void
}

/** Renames, shares and deletes the views that the user can edit. */
export function ManageViews({ slug, views, canShare, onClose }: ManageViewsProps) {
  const update = useUpdateView(slug)
  const remove = useDeleteView(slug)
  return (
    <Dialog title={manageViews.title} onClose={onClose}>
      {views.length === 0 && <p className="text-muted">{manageViews.empty}</p>}
      <ul className="flex flex-col gap-3">
        {views.map((view) => (
          <li key={view.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <ViewName view={view} onSave={(name) => update.mutate({ view: view.id, name })} />
            {(canShare || view.shared) && (
              <label className="flex items-center gap-1.5 text-[13px]">
                <input
                  type="checkbox"
                  aria-label={manageViews.share(view.name)}
                  checked={view.shared}
                  onChange={({ target }) => update.mutate({ view: view.id, shared: target.checked })}
                  className="size-4 accent-accent"
                />
                {manageViews.shared}
              </label>
            )}
            <IconButton label={manageViews.delete(view.name)} onClick={() => remove.mutate(view)}>
              <Trash2Icon />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{manageViews.done}</Button>
      </div>
    </Dialog>
  )
}

/** The name of a view. Saved on blur or Enter. */
function ViewName({ view, onSave }: { view: View; onSave: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const save = () => {
    const name = typed?.trim()
    setTyped(null)
    if (name && name !== view.name) onSave(name)
  }
  return (
    <input
      aria-label={manageViews.name(view.name)}
      value={typed ?? view.name}
      maxLength={80}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
      className="control min-w-0 grow basis-40"
    />
  )
}
