import { useNavigate } from '@tanstack/react-router'
import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { textValues } from '../../ui/submit.ts'
import { texts } from './texts.ts'

export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const { title, name, description, create } = texts.createDialog
  const navigate = useNavigate()
  return (
    <OperationDialog
      operation="teams.create"
      title={title}
      submitLabel={create}
      input={(form) => textValues(form, 'name', 'description')}
      onDone={({ slug }) => navigate({ to: '/teams/$team/members', params: { team: slug } })}
      onClose={onClose}
    >
      <TextField name="name" label={name} />
      <TextAreaField name="description" label={description} rows={2} />
    </OperationDialog>
  )
}
