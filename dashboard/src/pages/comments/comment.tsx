import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { focusEnd } from '../../ui/focus.ts'
import { Time } from '../../ui/time.tsx'
import { texts } from './texts.ts'

interface CommentProps {
  comment: Pick<OutputOf<'comments.list'>['items'][number], 'createdBy' | 'createdAt'>
  /** Whether the server hasn't confirmed it yet. */
  isDraft: boolean
  isEdited?: boolean
  menu?: ReactNode
  /** The text. */
  children: ReactNode
}

/** A comment of a user or agent. */
export function Comment({ comment, isDraft, isEdited = false, menu, children }: CommentProps) {
  const { createdBy, createdAt } = comment
  return (
    <li className={`flex gap-2 ${isDraft ? 'opacity-60' : ''}`}>
      <Avatar {...createdBy} />
      <div className="min-w-0 grow">
        <p className="flex min-h-5 flex-wrap items-center gap-x-1.5 text-[13px]">
          <span className={`font-medium ${createdBy.kind === 'agent' ? 'text-agent' : ''}`}>
            {createdBy.name}
          </span>
          {createdBy.onBehalfOf && (
            <span className="text-muted">{texts.onBehalfOf(createdBy.onBehalfOf.name)}</span>
          )}
          <span className="text-muted">
            <Time at={createdAt} />
            {isEdited && texts.edited}
          </span>
        </p>
        {children}
      </div>
      {menu}
    </li>
  )
}

interface CommentFieldProps {
  label: string
  action: string
  start?: string
  /** Call `onRejected` to put the text back into the field. */
  onSave: (body: string, onRejected: () => void) => void
  onCancel?: () => void
}

export function CommentField({ label, action, start = '', onSave, onCancel }: CommentFieldProps) {
  const [typed, setTyped] = useState(start)
  const body = typed.trim()

  function save(): void {
    if (body === '') return
    setTyped('')
    onSave(body, () => setTyped((current) => current || body))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
    // Escape would close the panel and lose the unsent comment.
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
      className="flex max-w-[46rem] flex-col gap-2"
    >
      <textarea
        aria-label={label}
        placeholder={texts.placeholder(label)}
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
          {onCancel && <Button onClick={onCancel}>{texts.cancel}</Button>}
        </div>
      )}
    </form>
  )
}
