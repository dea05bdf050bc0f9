import type { Project } from '../../client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AddShare } from './add-share.tsx'
import { ShareList } from './share-list.tsx'
import { texts } from './texts.ts'
import { VisibilityForm } from './visibility-form.tsx'

/** Lets managers of a project change its visibility and share it with people and teams. */
export function ShareDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { shareDialog } = texts
  return (
    <Dialog title={shareDialog.title(project.name)} onClose={onClose}>
      <VisibilityForm project={project} />
      <h3 className="mt-6 font-semibold">{shareDialog.people}</h3>
      <p className="mb-2.5 text-[13px] text-muted">{shareDialog.peopleHint}</p>
      <AddShare slug={project.slug} />
      <ShareList project={project} />
    </Dialog>
  )
}
