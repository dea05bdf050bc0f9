import { type KeyboardEvent, useState } from 'react'
import { texts as shared } from '../texts.ts'
import { Button } from './button.tsx'
import { focusEnd } from './focus.ts'

interface CommentFieldProps {
  label: string
  placeholder: string
  action: string
  start?: string
  /** Call `onRejected` to put the text back into the field. */
  onSave: (body: string, onRejected: () => void) => void
  onCancel?: () => void
}

/** A field for a comment. Ctrl+Enter sends it. */
export function CommentField(props: CommentFieldProps) {
  const { label, placeholder, action, start = '', onSave, onCancel } = props
  const [typed, setTyped] = useState(start)
  const body = typed.trim()

  function save(): void {
    if (body === '') return
    setTyped('')
    onSave(body, () => setTyped((current) => current || body))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
    // Escape would close the surrounding panel and lose the unsent comment.
    if (event.key !== 'Escape' || (typed === '' && !onCancel)) return
    event.stopPropagation()
    onCancel?.()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="flex flex-col gap-2"
    >
      <textarea
        aria-label={label}
        placeholder={placeholder}
        rows={2}
        maxLength={20_000}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        ref={onCancel ? focusEnd : undefined}
        className="control field-sizing-content max-h-72 min-h-16 resize-none"
      />
      {(body !== '' || onCancel) && (
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={body === ''}>
            {action}
          </Button>
          {onCancel && <Button onClick={onCancel}>{shared.cancel}</Button>}
        </div>
      )}
    </form>
  )
}
