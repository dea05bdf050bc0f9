import { Maximize2Icon, PlusIcon } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Status } from '../../client.ts'
import { openCreateTask } from './create/open-create-task.ts'
import { useCreateTask } from './task-changes.ts'
import { texts } from './texts.ts'

/** A field that adds a task on Enter and stays focused for the next one. */
export function QuickAdd({ slug, status }: { slug: string; status: Status | undefined }) {
  const { label, placeholder, allProperties, shortcut } = texts.quickAdd
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const create = useCreateTask(slug)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') input.current?.blur()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || title.trim() === '') return
    const trimmed = title.trim()
    setTitle('')
    // Put a rejected title back into the field, unless the user is already typing the next one.
    create.mutate(
      { title: trimmed, ...(status && { status }) },
      { onError: () => setTitle((current) => current || trimmed) },
    )
  }

  return (
    <div className="flex items-center gap-2 border-b px-4 text-muted focus-within:bg-surface md:px-5">
      <PlusIcon />
      <input
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        maxLength={300}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-10 min-w-0 grow bg-transparent text-ink outline-none placeholder:text-muted"
      />
      <button
        type="button"
        aria-label={allProperties}
        title={shortcut}
        aria-keyshortcuts="C"
        onClick={() => {
          openCreateTask({ project: slug, status, title: title.trim() })
          setTitle('')
        }}
        className="inline-flex h-7 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover hover:text-ink"
      >
        <Maximize2Icon />
        <kbd className="hidden rounded border px-1.5 font-sans text-xs sm:inline">C</kbd>
      </button>
    </div>
  )
}
