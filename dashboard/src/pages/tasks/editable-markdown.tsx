import { type MouseEvent, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { PencilIcon } from '../../ui/icons.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { EditableText } from './editable-text.tsx'

interface EditableMarkdownProps {
  label: string
  value: string
  placeholder: string
  className: string
  onSave: (value: string) => void
}

/** Markdown that is read as a page, and becomes its source when one wants to write. */
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

  /** Whoever wrote without a mouse is not left nowhere. */
  function comeBack(page: HTMLElement | null): void {
    if (page && endedByKey.current) page.querySelector('button')?.focus()
    endedByKey.current = false
  }

  function onClick({ target }: MouseEvent): void {
    // Whoever follows a link or marks some words does not want to write.
    const meant = !(target as HTMLElement).closest('a, button') && getSelection()?.isCollapsed !== false
    if (meant) setEditing(true)
  }

  return (
    <div
      ref={comeBack}
      className={`group relative -mx-2 cursor-text rounded-md border border-transparent px-2 py-1.5 hover:border-line ${className}`}
      // Beside the button, for whoever has a mouse.
      onClick={onClick}
    >
      <Markdown text={value} breaks />
      <span className="absolute top-1 right-1 rounded-md bg-surface opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <IconButton label={`Edit the ${label.toLowerCase()}`} onClick={() => setEditing(true)}>
          <PencilIcon />
        </IconButton>
      </span>
    </div>
  )
}
