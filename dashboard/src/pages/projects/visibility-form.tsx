import type { Project } from '../../client.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { PublicAddress } from './public-address.tsx'
import { useTeamsForProject } from './teams-for-project.ts'
import { texts } from './texts.ts'
import { type Visibility, VisibilityFields, sectionsIn } from './visibility-fields.tsx'

/** Edits the visibility, team and public sections of a project. */
export function VisibilityForm({ project }: { project: Project }) {
  const { visibilityForm } = texts
  const teams = useTeamsForProject(project.teamId)
  const form = useSubmit(async (data) => {
    const team = text(data, 'team')
    const visibility = text(data, 'visibility') as Visibility
    await write(
      'projects.update',
      {
        project: project.id,
        visibility,
        ...(visibility === 'public' && { publicSections: sectionsIn(data) }),
        ...(teams && teams.length > 0 && { team: team || null }),
      },
      { ifMatch: project.version },
    )
    showToast({ text: visibilityForm.saved(project.name) })
  })
  if (!teams) return null
  return (
    <Form form={form} aria-label={visibilityForm.label}>
      <VisibilityFields
        // Reset only when the saved values change. Other updates of the project keep unsaved choices.
        key={JSON.stringify([project.visibility, project.teamId, project.publicSections])}
        teams={teams}
        visibility={project.visibility}
        team={project.teamId}
        sections={project.visibility === 'public' ? project.publicSections : undefined}
      />
      {project.visibility === 'public' && <PublicAddress project={project} />}
      <div className="flex justify-end">
        <SubmitButton kind="plain">{visibilityForm.save}</SubmitButton>
      </div>
    </Form>
  )
}
