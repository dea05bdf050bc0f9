import { useQueryClient } from '@tanstack/react-query'
import { type Project, call } from '../../client.ts'
import { projectKeys } from '../../live/refresh-changed.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { PublicAddress } from './public-address.tsx'
import { useTeamsForProject } from './teams-for-project.ts'
import { type Visibility, VisibilityFields, sectionsIn } from './visibility-fields.tsx'

/** Who sees a project, which team it belongs to, and what of it is public. */
export function VisibilityForm({ project }: { project: Project }) {
  const cache = useQueryClient()
  const teams = useTeamsForProject(project.teamId)
  const form = useSubmit(['visibility', 'team', 'publicSections'], async (given) => {
    const team = text(given, 'team')
    const visibility = text(given, 'visibility') as Visibility
    await call(
      'projects.update',
      {
        ...{ project: project.id, visibility },
        ...(visibility === 'public' && { publicSections: sectionsIn(given) }),
        ...(teams && teams.length > 0 && { team: team || null }),
      },
      { ifMatch: project.version },
    )
    await Promise.all(projectKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
    showToast({ text: `Who sees ${project.name} is saved.` })
  })
  if (!teams) return null
  return (
    <form onSubmit={form.submit} noValidate aria-label="Who sees it" className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <VisibilityFields
        // Starts again from what is saved only when that differs: a rename elsewhere leaves the choices alone.
        key={JSON.stringify([project.visibility, project.teamId, project.publicSections])}
        teams={teams}
        visibility={project.visibility}
        team={project.teamId}
        sections={project.visibility === 'public' ? project.publicSections : undefined}
        errorOf={form.errorOf}
      />
      {project.visibility === 'public' && <PublicAddress project={project} />}
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
