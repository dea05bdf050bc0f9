import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { ProjectField } from '../knowledge/project-choice.tsx'
import { useMoveNote } from './note-changes.ts'
import type { Note } from './queries.ts'

export function MoveDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const [project, setProject] = useState(note.project?.slug ?? '')
  const move = useMoveNote(note)
  return (
    <Dialog title="Move the note" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <FormMessage>{move.error?.message}</FormMessage>
        <ProjectField
          none={`Only ${note.owner.name}'s, of no project`}
          value={project}
          onChange={setProject}
        />
        <p className="text-muted">
          In a project, whoever sees the project reads it, and whoever may change things there changes it.
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={move.isPending}
            disabled={project === (note.project?.slug ?? '')}
            onClick={() => move.mutate(project || null, { onSuccess: onClose })}
          >
            Move
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
