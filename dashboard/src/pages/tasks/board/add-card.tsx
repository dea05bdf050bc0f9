import { useEffect, useRef, useState } from 'react'
import type { Status } from '../../../client.ts'
import { statusNames } from '../names.ts'
import { useCreateTask } from '../task-changes.ts'

/** At the end of a column, where what is added stands. It stays for the next one until it is left. */
export function AddCard({ slug, status, onClose }: { slug: string; status: Status; onClose: () => void }) {
  const create = useCreateTask(slug)
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function add(): void {
    const written = title.trim()
    if (written === '') return
    setTitle('')
    const column = input.current?.closest('[data-column]')?.querySelector('[data-cards]')
    create.mutate(
      { title: written, status },
      {
        onError: () => setTitle((now) => now || written),
        onSettled: () => column?.scrollTo({ top: column.scrollHeight }),
      },
    )
  }

  return (
    <div className="p-2 pt-0">
      <input
        ref={input}
        aria-label={`New task in ${statusNames[status]}`}
        placeholder="What is to be done? Press Enter"
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
