import type { KeyboardEvent } from 'react'
import { focusEnd } from '../../ui/focus.ts'
import { type InPlaceEdit, EditConflict, useInPlaceEdit } from './in-place-edit.tsx'

interface EditableTextProps extends InPlaceEdit {
  label: string
  placeholder?: string
  className: string
  /** Focuses the field when it appears. */
  focused?: boolean
}

/** Text edited in place. Blur saves it, and Escape discards the edit. */
export function EditableText(props: EditableTextProps) {
  const { label, placeholder, oneLine, className, focused = false } = props
  const { text, setText, save, end, conflict, isEdited } = useInPlaceEdit(props)

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const saves = event.key === 'Enter' && (oneLine || event.ctrlKey || event.metaKey)
    if (saves && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.currentTarget.blur()
    }
    if (event.key === 'Escape' && (isEdited || focused)) {
      event.stopPropagation()
      end()
    }
  }

  return (
    <div>
      <textarea
        aria-label={label}
        placeholder={placeholder}
        rows={oneLine ? 1 : 5}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        ref={focused ? focusEnd : undefined}
        className={`-mx-2 block w-[calc(100%+1rem)] resize-none rounded-md border border-transparent bg-transparent px-2 py-1.5 field-sizing-content placeholder:text-muted hover:border-line focus:border-strong-line ${className}`}
      />
      {conflict && <EditConflict {...conflict} />}
    </div>
  )
}
