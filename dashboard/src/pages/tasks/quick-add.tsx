import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Status } from '../../client.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { useCreateTask } from './task-changes.ts'

/** One line, Enter, next line: a list of tasks is written down as fast as it is thought of. */
export function QuickAdd({ slug, status }: { slug: string; status: Status | undefined }) {
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const create = useCreateTask(slug)
  useFocusOnC(input)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') input.current?.blur()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || title.trim() === '') return
    const written = title.trim()
    setTitle('')
    // A refused title comes back into the field, unless the next one is being written there.
    create.mutate(
      { title: written, ...(status && { status }) },
      { onError: () => setTitle((now) => now || written) },
    )
  }

  return (
    <div className="flex items-center gap-2 border-b px-4 text-muted focus-within:bg-surface md:px-5">
      <PlusIcon />
      <input
        ref={input}
        aria-label="New task"
        placeholder="Add a task and press Enter"
        maxLength={300}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={onKeyDown}
        className="peer h-10 min-w-0 grow bg-transparent text-ink outline-none placeholder:text-muted"
      />
      <kbd
        className="hidden rounded border px-1.5 font-sans text-xs peer-focus:hidden sm:inline"
        title="Press C"
      >
        C
      </kbd>
    </div>
  )
}

function useFocusOnC(input: React.RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement
      const writing = target.closest('input, textarea, select, dialog') !== null
      if (event.key !== 'c' || writing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
