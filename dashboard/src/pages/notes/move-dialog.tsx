import { useState } from 'react'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { ProjectField } from '../knowledge/project-choice.tsx'
import type { Note } from './queries.ts'
import { texts } from './texts.ts'

/** Moves a note to a project, or makes it private to its owner. */
export function MoveDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const current = note.project?.slug ?? ''
  const [chosen, setChosen] = useState(current)
  const { title, noProject, hint, move } = texts.moveDialog
  const { moved, madePrivate } = texts.changes
  return (
    <OperationDialog
      operation="notes.update"
      title={title}
      submitLabel={move}
      disabled={chosen === current}
      input={() => ({ note: note.id, project: chosen || null })}
      onDone={({ title: name, project }) =>
        showToast({ text: project ? moved(name, project.name) : madePrivate(name) })
      }
      onClose={onClose}
    >
      <ProjectField none={noProject(note.owner.name)} value={chosen} onChange={setChosen} />
      <p className="text-muted">{hint}</p>
    </OperationDialog>
  )
}
