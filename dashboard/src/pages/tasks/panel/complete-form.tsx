import { CheckIcon } from 'lucide-react'
import { useState } from 'react'
import type { Task } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { MarkdownTextField } from '../../../ui/editor/markdown-text-field.tsx'
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
      <MarkdownTextField
        name="notes"
        label={completeForm.notes}
        placeholder={completeForm.placeholder}
        value={notes}
        maxLength={20_000}
        draft={`notes ${task.key}`}
        attachTo={task.key}
        onChange={setNotes}
      />
      <Button type="submit" kind="primary" className="self-start">
        <CheckIcon /> {completeForm.complete}
      </Button>
    </form>
  )
}
