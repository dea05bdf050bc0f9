import type { InputOf, ProjectWithStats } from '../../../client.ts'
import { CheckField, TextField } from '../../../ui/form-fields.tsx'
import { OperationDialog } from '../../../ui/operation-dialog.tsx'
import { textValues } from '../../../ui/submit.ts'
import { showToast } from '../../../ui/toasts.ts'
import { texts } from './texts.ts'

interface SaveViewProps {
  project: ProjectWithStats
  query: InputOf<'views.create'>['query']
  onClose: () => void
}

/** Saves the current filters, sort order and layout as a view. */
export function SaveView({ project, query, onClose }: SaveViewProps) {
  const { saveView } = texts
  return (
    <OperationDialog
      operation="views.create"
      title={saveView.title}
      submitLabel={saveView.save}
      input={(form) => ({
        project: project.slug,
        ...textValues(form, 'name'),
        shared: form.has('shared'),
        query,
      })}
      onDone={({ name }) => showToast({ text: saveView.saved(name) })}
      onClose={onClose}
    >
      <TextField name="name" label={saveView.name} hint={saveView.nameHint} />
      {project.may.edit && <CheckField name="shared" label={saveView.share} />}
    </OperationDialog>
  )
}
