import { PlusIcon } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Status } from '../../client.ts'
import { isPlainKey, isTyping } from '../../shortcuts/is-typing.ts'
import { useCreateTask } from './task-changes.ts'
import { texts } from './texts.ts'

/** A field that adds a task on Enter and stays focused for the next one. */
export function QuickAdd({ slug, status }: { slug: string; status: Status | undefined }) {
  const { label, placeholder, shortcut } = texts.quickAdd
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const create = useCreateTask(slug)
  useFocusOnC(input)

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
        className="peer h-10 min-w-0 grow bg-transparent text-ink outline-none placeholder:text-muted"
      />
      <kbd
        className="hidden rounded border px-1.5 font-sans text-xs peer-focus:hidden sm:inline"
        title={shortcut}
      >
        C
      </kbd>
    </div>
  )
}

function useFocusOnC(input: React.RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'c' || !isPlainKey(event) || isTyping(event)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
