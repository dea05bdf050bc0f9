import { anyOrganization, call } from '../../client.ts'
import { enterOrganization } from '../../switch-organization.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { filledTextValues, text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { texts } from './texts.ts'

export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const labels = texts.createOrganization
  async function send(form: FormData): Promise<void> {
    const input = { name: text(form, 'name'), ...filledTextValues(form, 'slug') }
    const { id, name } = await call('organizations.create', input, anyOrganization)
    enterOrganization(id)
    showToast({ text: labels.created(name) })
  }
  return (
    <FormDialog
      operation="organizations.create"
      title={labels.title}
      submitLabel={labels.create}
      send={send}
      onClose={onClose}
    >
      <p className="text-muted">{labels.intro}</p>
      <TextField name="name" label={labels.name} />
      <TextField name="slug" label={labels.slug} hint={labels.slugHint} isIdentifier className="font-mono" />
    </FormDialog>
  )
}
