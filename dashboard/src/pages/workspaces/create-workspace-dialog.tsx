import { useNavigate } from '@tanstack/react-router'
import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { textValues } from '../../ui/submit.ts'
import { texts } from './texts.ts'

export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { title, name, description, hint, create } = texts.createDialog
  const navigate = useNavigate()
  return (
    <OperationDialog
      operation="workspaces.create"
      title={title}
      submitLabel={create}
      input={(form) => textValues(form, 'name', 'description')}
      onDone={({ id }) => navigate({ to: '/workspaces/$workspace', params: { workspace: id } })}
      onClose={onClose}
    >
      <TextField name="name" label={name} />
      <TextAreaField name="description" label={description} rows={2} />
      <p className="text-[13px] text-muted">{hint}</p>
    </OperationDialog>
  )
}
