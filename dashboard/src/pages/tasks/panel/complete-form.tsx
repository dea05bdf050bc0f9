import { CheckIcon } from 'lucide-react'
import { useState } from 'react'
import type { Task } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/form-fields.tsx'
import { useCompleteTask } from '../task-changes.ts'
import { texts } from './texts.ts'

export function CompleteForm({ task, slug }: { task: Task; slug: string }) {
  const { completeForm } = texts
  const [notes, setNotes] = useState('')
  const complete = useCompleteTask(slug)
  return (
    <form
      className="flex flex-col gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        complete.mutate({ key: task.key, notes: notes.trim() })
      }}
    >
      <TextAreaField
        name="notes"
        label={completeForm.notes}
        rows={2}
        placeholder={completeForm.placeholder}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      <Button type="submit" kind="primary" className="self-start">
        <CheckIcon /> {completeForm.complete}
      </Button>
    </form>
  )
}
