import type { Project } from '../../client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AddShare } from './add-share.tsx'
import { ShareList } from './share-list.tsx'
import { VisibilityForm } from './visibility-form.tsx'

/** Who sees a project: a whole group, and people and teams by name. For whoever manages it. */
export function ShareDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  return (
    <Dialog title={`Share ${project.name}`} onClose={onClose}>
      <VisibilityForm project={project} />
      <h3 className="mt-6 font-semibold">Shared by name</h3>
      <p className="mb-2.5 text-[13px] text-muted">Besides those above. Viewers read, editors work in it.</p>
      <AddShare slug={project.slug} />
      <ShareList project={project} />
    </Dialog>
  )
}
