import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { ProjectField } from '../knowledge/project-choice.tsx'
import { useMoveNote } from './note-changes.ts'
import type { Note } from './queries.ts'
import { texts } from './texts.ts'

export function MoveDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const [project, setProject] = useState(note.project?.slug ?? '')
  const move = useMoveNote(note)
  const { title, noProject, hint, cancel, move: moveAction } = texts.moveDialog
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <FormMessage>{move.error?.message}</FormMessage>
        <ProjectField none={noProject(note.owner.name)} value={project} onChange={setProject} />
        <p className="text-muted">{hint}</p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            kind="primary"
            busy={move.isPending}
            disabled={project === (note.project?.slug ?? '')}
            onClick={() => move.mutate(project || null, { onSuccess: onClose })}
          >
            {moveAction}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
