import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { organizationQuery } from '../organizations/queries.ts'
import { useTeamsForProject } from './teams-for-project.ts'
import { type Visibility, VisibilityFields, sectionsIn } from './visibility-fields.tsx'

export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const usual = useQuery(organizationQuery).data?.defaultVisibility
  const teams = useTeamsForProject()
  const form = useSubmit(['name', 'description', 'visibility', 'publicSections', 'team'], async (given) => {
    const team = text(given, 'team')
    const visibility = text(given, 'visibility') as Visibility | ''
    const project = await call('projects.create', {
      name: text(given, 'name'),
      description: text(given, 'description'),
      ...(visibility && { visibility }),
      ...(visibility === 'public' && { publicSections: sectionsIn(given) }),
      ...(team && { team }),
    })
    void cache.invalidateQueries({ queryKey: ['projects'] })
    await navigate({ to: '/projects/$slug', params: { slug: project.slug } })
  })
  return (
    <Dialog title="New project" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label="Name" error={form.errorOf('name')}>
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
          label="Description"
          hint="What it is about. Agents read it too."
          error={form.errorOf('description')}
        >
          {(control) => <textarea {...control} name="description" rows={3} className="control resize-y" />}
        </Field>
        {/* Without it, the server does as the organization has chosen. */}
        {usual && (
          <VisibilityFields teams={teams ?? []} visibility={usual} team={null} errorOf={form.errorOf} />
        )}
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Create project
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
