import { useState } from 'react'
import { TextAreaField } from '../../../ui/form-fields.tsx'
import { MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { OperationDialog } from '../../../ui/operation-dialog.tsx'
import { text } from '../../../ui/submit.ts'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import type { AdministeredItem } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.actions

/** Features, removes and restores a marketplace item. */
export function ItemActions({ item }: { item: AdministeredItem }) {
  const [isRemoving, setIsRemoving] = useState(false)
  const { id, name, status, featured } = item
  async function feature(): Promise<void> {
    await write('marketplace.update', { item: id, featured: !featured })
    showToast({ text: featured ? labels.unfeatured(name) : labels.featured(name) })
  }
  async function restore(): Promise<void> {
    await write('marketplace.restore', { item: id })
    showToast({ text: labels.restored(name) })
  }
  return (
    <>
      <RowMenu label={labels.label(name)}>
        {(featured || status === 'published') && (
          <MenuItem onSelect={() => void feature().catch(showProblem)}>
            {featured ? labels.unfeature : labels.feature}
          </MenuItem>
        )}
        {status === 'removed' ? (
          <MenuItem onSelect={() => void restore().catch(showProblem)}>{labels.restore}</MenuItem>
        ) : (
          <MenuItem danger onSelect={() => setIsRemoving(true)}>
            {labels.remove}
          </MenuItem>
        )}
      </RowMenu>
      {isRemoving && <RemoveDialog item={item} onClose={() => setIsRemoving(false)} />}
    </>
  )
}

function RemoveDialog({ item: { id, name }, onClose }: { item: AdministeredItem; onClose: () => void }) {
  const { removeDialog } = texts
  return (
    <OperationDialog
      title={removeDialog.title(name)}
      operation="marketplace.remove"
      input={(form) => ({ item: id, reason: text(form, 'reason') })}
      onDone={() => showToast({ text: removeDialog.done(name) })}
      submitLabel={removeDialog.action}
      kind="danger"
      onClose={onClose}
    >
      <p>{removeDialog.text}</p>
      <TextAreaField name="reason" label={removeDialog.reason} rows={2} required />
    </OperationDialog>
  )
}
