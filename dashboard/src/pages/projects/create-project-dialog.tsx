import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import { useTeamsForProject } from './teams-for-project.ts'
import { texts } from './texts.ts'
import { type Visibility, VisibilityFields, sectionsIn } from './visibility-fields.tsx'

export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const { createProjectDialog } = texts
  const navigate = useNavigate()
  const defaultVisibility = useRead('organizations.get', {}).data?.defaultVisibility
  const teams = useTeamsForProject()
  const form = useSubmit(['name', 'description', 'visibility', 'publicSections', 'team'], async (data) => {
    const team = text(data, 'team')
    const visibility = text(data, 'visibility') as Visibility | ''
    const project = await write('projects.create', {
      name: text(data, 'name'),
      description: text(data, 'description'),
      ...(visibility && { visibility }),
      ...(visibility === 'public' && { publicSections: sectionsIn(data) }),
      ...(team && { team }),
    })
    await navigate({ to: '/projects/$slug', params: { slug: project.slug } })
  })
  return (
    <Dialog title={createProjectDialog.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label={createProjectDialog.name} error={form.errorOf('name')}>
          {(control) => (
            <input
              {...control}
              name="name"
              autoFocus
              autoComplete="off"
              maxLength={120}
              className="control"
            />
          )}
        </Field>
        <Field
          label={createProjectDialog.description}
          hint={createProjectDialog.descriptionHint}
          error={form.errorOf('description')}
        >
          {(control) => <textarea {...control} name="description" rows={3} className="control resize-y" />}
        </Field>
        {/* Hidden until the organization is loaded. Without it, the server uses the organization's default. */}
        {defaultVisibility && (
          <VisibilityFields
            teams={teams ?? []}
            visibility={defaultVisibility}
            team={null}
            errorOf={form.errorOf}
          />
        )}
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>{createProjectDialog.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {createProjectDialog.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
