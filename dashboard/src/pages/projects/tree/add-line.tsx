import { useEffect, useRef, useState } from 'react'
import { PlusIcon } from '../../../ui/icons.tsx'
import { type Below, useAddBelow } from './tree-changes.ts'

interface AddLineProps {
  slug: string
  below: Below
  /** "Add a story". */
  label: string
  /** Somebody has just asked for it: one can write at once. */
  open?: boolean
  onClose?: () => void
}

/** A line to write the next one into: closed it is a quiet button, so that many of them are no noise. */
export function AddLine({ slug, below, label, open = false, onClose }: AddLineProps) {
  const add = useAddBelow(slug)
  const [writing, setWriting] = useState(open)
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (writing) input.current?.focus()
  }, [writing])

  function close(): void {
    setWriting(false)
    setTitle('')
    onClose?.()
  }

  function send(): void {
    const written = title.trim()
    if (written === '' || add.isPending) return
    setTitle('')
    add.mutate({ below, title: written }, { onError: () => setTitle((now) => now || written) })
  }

  if (!writing)
    return (
      <button
        type="button"
        onClick={() => setWriting(true)}
        className="flex min-h-(--row-height) items-center gap-2 rounded-md px-2 text-[13px] text-muted hover:bg-hover hover:text-ink"
      >
        <PlusIcon /> {label}
      </button>
    )
  return (
    <input
      ref={input}
      aria-label={label}
      placeholder={`${label}, then press Enter`}
      maxLength={300}
      value={title}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) send()
        if (event.key === 'Escape') close()
      }}
      onBlur={() => title.trim() === '' && close()}
      className="control my-1 max-w-xl"
    />
  )
}
