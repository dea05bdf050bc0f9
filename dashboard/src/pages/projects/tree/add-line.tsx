import { PlusIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { afterPress } from '../../../ui/press.ts'
import { texts } from './texts.ts'
import { type Parent, useAddItem } from './tree-changes.ts'

interface AddLineProps {
  slug: string
  parent: Parent
  label: string
  /** Starts as a focused field instead of a button. */
  open?: boolean
  onClose?: () => void
}

/** A button that turns into a field. Enter adds an item and keeps the field open for the next one. */
export function AddLine({ slug, parent, label, open = false, onClose }: AddLineProps) {
  const add = useAddItem(slug)
  const [isOpen, setIsOpen] = useState(open)
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])

  function close(): void {
    setIsOpen(false)
    setTitle('')
    onClose?.()
  }

  function send(): void {
    const trimmed = title.trim()
    if (trimmed === '' || add.isPending) return
    setTitle('')
    add.mutate({ parent, title: trimmed }, { onError: () => setTitle((current) => current || trimmed) })
  }

  if (!isOpen)
    return (
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="flex min-h-(--row-height) items-center gap-2 rounded-md px-2 text-[13px] text-muted hover:bg-hover hover:text-ink"
      >
        <PlusIcon /> {label}
      </button>
    )
  return (
    <input
      ref={input}
      aria-label={label}
      placeholder={texts.addLine.placeholder}
      maxLength={300}
      value={title}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) send()
        if (event.key === 'Escape') close()
      }}
      onBlur={() => title.trim() === '' && afterPress(close)}
      className="control my-1 max-w-xl"
    />
  )
}
