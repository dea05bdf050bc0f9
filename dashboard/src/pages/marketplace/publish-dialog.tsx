import { TextAreaField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import type { MarketplaceSource } from './marketplace-part.tsx'
import type { MarketplaceItem, OwnItem } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.publishDialog

interface PublishDialogProps {
  source: MarketplaceSource
  published: OwnItem | null
  onClose: () => void
}

/** Publishes an item of the organization, or releases its changes. */
export function PublishDialog({ source: { kind, id, name }, published, onClose }: PublishDialogProps) {
  return (
    <OperationDialog
      title={labels.title(name)}
      operation="marketplace.publish"
      input={(form) => ({
        kind,
        item: id,
        category: text(form, 'category') as MarketplaceItem['category'],
        notes: text(form, 'notes'),
      })}
      onDone={({ release }) => showToast({ text: labels.published(name, release) })}
      submitLabel={labels.publish}
      onClose={onClose}
    >
      <p>
        {labels.text[kind]} {labels.snapshot}
      </p>
      <SelectField
        label={labels.category}
        name="category"
        options={Object.entries(texts.categories).map(([value, category]) => ({ value, name: category }))}
        defaultValue={published?.category ?? 'development'}
      />
      <TextAreaField name="notes" label={labels.notes} hint={labels.notesHint} rows={2} />
    </OperationDialog>
  )
}
