import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { focusEnd } from '../../ui/focus.ts'
import { texts } from './texts.ts'
import { texts as uiTexts } from '../../ui/texts.ts'

interface EditableTextProps {
  label: string
  value: string
  placeholder?: string
  /** Enter saves instead of starting a new line. */
  oneLine?: boolean
  required?: boolean
  className: string
  /** Focuses the field when it appears. */
  focused?: boolean
  onSave: (value: string) => void
  /** Called when the edit is saved or cancelled. */
  onEnd?: () => void
}

/** Text edited in place. Blur saves it, and Escape discards the edit. */
export function EditableText({
  label,
  value,
  placeholder,
  oneLine,
  required,
  className,
  focused = false,
  onSave,
  onEnd = () => {},
}: EditableTextProps) {
  const { acceptTheirs, keepMine } = uiTexts.conflict
  const [edit, setEdit] = useState<{ text: string; base: string } | null>(null)
  const end = () => {
    setEdit(null)
    onEnd()
  }
  // Another user saved during this edit: ask which text to keep, so that neither is lost silently.
  const hasConflict = edit !== null && edit.text !== edit.base && value !== edit.base && value !== edit.text

  function save(): void {
    if (hasConflict) return
    end()
    if (!edit) return
    const text = oneLine ? edit.text.trim() : edit.text
    if (text !== value && !(required && text === '')) onSave(text)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const saves = event.key === 'Enter' && (oneLine || event.ctrlKey || event.metaKey)
    if (saves && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.currentTarget.blur()
    }
    if (event.key === 'Escape' && (edit || focused)) {
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
        value={edit?.text ?? value}
        onChange={(event) => setEdit({ base: edit?.base ?? value, text: event.target.value })}
        onBlur={save}
        onKeyDown={onKeyDown}
        ref={focused ? focusEnd : undefined}
        className={`-mx-2 block w-[calc(100%+1rem)] resize-none rounded-md border border-transparent bg-transparent px-2 py-1.5 field-sizing-content placeholder:text-muted hover:border-line focus:border-strong-line ${className}`}
      />
      {hasConflict && (
        <div
          role="alert"
          className="mt-2 flex flex-wrap items-center gap-2 rounded-md bg-danger-soft p-2 text-[13px]"
        >
          <span className="grow">{texts.editableText.conflict}</span>
          <Button onClick={end}>{acceptTheirs}</Button>
          <Button
            onClick={() => {
              onSave(edit.text)
              end()
            }}
          >
            {keepMine}
          </Button>
        </div>
      )}
    </div>
  )
}
