import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../../read.ts'
import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { filledTextValues, text, textValues } from '../../ui/submit.ts'
import { useTeamsForProject } from './teams-for-project.ts'
import { texts } from './texts.ts'
import { type Visibility, VisibilityFields, sectionsIn } from './visibility-fields.tsx'

export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const { createProjectDialog } = texts
  const navigate = useNavigate()
  const defaultVisibility = useRead('organizations.get', {}).data?.defaultVisibility
  const teams = useTeamsForProject()
  return (
    <OperationDialog
      operation="projects.create"
      title={createProjectDialog.title}
      submitLabel={createProjectDialog.create}
      input={(form) => {
        const visibility = text(form, 'visibility') as Visibility | ''
        return {
          ...textValues(form, 'name', 'description'),
          ...(visibility && { visibility }),
          ...(visibility === 'public' && { publicSections: sectionsIn(form) }),
          ...filledTextValues(form, 'team'),
        }
      }}
      onDone={({ slug }) => navigate({ to: '/projects/$slug', params: { slug } })}
      onClose={onClose}
    >
      <TextField name="name" label={createProjectDialog.name} />
      <TextAreaField
        name="description"
        label={createProjectDialog.description}
        hint={createProjectDialog.descriptionHint}
        rows={3}
      />
      {/* Hidden until the organization is loaded. Without it, the server uses the organization's default. */}
      {defaultVisibility && (
        <VisibilityFields teams={teams ?? []} visibility={defaultVisibility} team={null} />
      )}
    </OperationDialog>
  )
}
