import { useEffect, useRef, useState } from 'react'
import type { Status } from '../../../client.ts'
import { statusNames } from '../names.ts'
import { useCreateTask } from '../task-changes.ts'
import { texts } from './texts.ts'

/** A field below a column that adds tasks to it. It stays open for the next task until it loses focus while empty. */
export function AddCard({ slug, status, onClose }: { slug: string; status: Status; onClose: () => void }) {
  const { label, placeholder } = texts.addCard
  const create = useCreateTask(slug)
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function add(): void {
    const trimmed = title.trim()
    if (trimmed === '') return
    setTitle('')
    const column = input.current?.closest('[data-column]')?.querySelector('[data-cards]')
    create.mutate(
      { title: trimmed, status },
      {
        onError: () => setTitle((current) => current || trimmed),
        onSettled: () => column?.scrollTo({ top: column.scrollHeight }),
      },
    )
  }

  return (
    <div className="p-2 pt-0">
      <input
        ref={input}
        aria-label={label(statusNames[status])}
        placeholder={placeholder}
        maxLength={300}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) add()
          if (event.key === 'Escape') onClose()
        }}
        onBlur={() => title.trim() === '' && onClose()}
        className="control"
      />
    </div>
  )
}
