import { PencilIcon } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { EditableText } from './editable-text.tsx'
import { texts } from './texts.ts'

interface EditableMarkdownProps {
  label: string
  value: string
  placeholder: string
  className: string
  onSave: (value: string) => void
}

/** Rendered markdown that turns into a text field with its source on click or through the edit button. */
export function EditableMarkdown({ label, value, placeholder, className, onSave }: EditableMarkdownProps) {
  const [editing, setEditing] = useState(false)
  const endedByKey = useRef(false)
  if (editing || value === '')
    return (
      <div onKeyDownCapture={({ key }) => (endedByKey.current = key === 'Enter' || key === 'Escape')}>
        <EditableText
          {...{ label, value, placeholder, onSave, className }}
          focused={editing}
          onEnd={() => setEditing(false)}
        />
      </div>
    )

  /** Keeps keyboard users in place: moves the focus to the edit button after Enter or Escape. */
  function restoreFocus(page: HTMLElement | null): void {
    if (page && endedByKey.current) page.querySelector('button')?.focus()
    endedByKey.current = false
  }

  function onClick({ target }: MouseEvent): void {
    // Following a link or selecting text must not start an edit.
    const isEditClick = !(target as HTMLElement).closest('a, button') && getSelection()?.isCollapsed !== false
    if (isEditClick) setEditing(true)
  }

  return (
    <div
      ref={restoreFocus}
      className={`group relative -mx-2 cursor-text rounded-md border border-transparent px-2 py-1.5 hover:border-line ${className}`}
      // A shortcut for mouse users; the button below does the same.
      onClick={onClick}
    >
      <Markdown text={value} breaks />
      <span className="absolute top-1 right-1 rounded-md bg-surface opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <IconButton label={texts.editableMarkdown.edit(label)} onClick={() => setEditing(true)}>
          <PencilIcon />
        </IconButton>
      </span>
    </div>
  )
}
