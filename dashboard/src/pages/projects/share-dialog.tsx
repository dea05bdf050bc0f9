import { useQueryClient } from '@tanstack/react-query'
import { type Project, call } from '../../client.ts'
import { projectKeys } from '../../live/refresh-changed.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { AddShare } from './add-share.tsx'
import { ShareList } from './share-list.tsx'
import { useTeamsForProject } from './teams-for-project.ts'
import { type Visibility, VisibilityFields } from './visibility-fields.tsx'

/** Who sees a project: a whole group, and people and teams by name. For whoever manages it. */
export function ShareDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const teams = useTeamsForProject(project.teamId)
  return (
    <Dialog title={`Share ${project.name}`} onClose={onClose}>
      {teams && <VisibilityForm key={project.version} project={project} teams={teams} />}
      <h3 className="mt-6 font-semibold">Shared by name</h3>
      <p className="mb-2.5 text-[13px] text-muted">Besides those above. Viewers read, editors work in it.</p>
      <AddShare slug={project.slug} />
      <ShareList project={project} />
    </Dialog>
  )
}

interface VisibilityFormProps {
  project: Project
  teams: NonNullable<ReturnType<typeof useTeamsForProject>>
}

function VisibilityForm({ project, teams }: VisibilityFormProps) {
  const cache = useQueryClient()
  const form = useSubmit(['visibility', 'team'], async (given) => {
    const team = text(given, 'team')
    await call(
      'projects.update',
      {
        project: project.id,
        visibility: text(given, 'visibility') as Visibility,
        ...(teams.length > 0 && { team: team || null }),
      },
      { ifMatch: project.version },
    )
    await Promise.all(projectKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
    showToast({ text: `Who sees ${project.name} is saved.` })
  })
  return (
    <form onSubmit={form.submit} noValidate aria-label="Who sees it" className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <VisibilityFields
        teams={teams}
        visibility={project.visibility}
        team={project.teamId}
        errorOf={form.errorOf}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
