import { type ReactNode, useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { InlineEditor } from '../../ui/editor/inline-editor.tsx'
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
  /** Whether the text isn't Markdown. */
  isPlain?: boolean
  /** The name of the draft, such as "comment WEB-42". */
  draft?: string
  /** The item that pasted files are attached to. */
  attachTo?: string
  /** Call `onRejected` to put the text back into the field. */
  onSave: (body: string, onRejected: () => void) => void
  onCancel?: () => void
}

const maxLength = 20_000

export function CommentField(props: CommentFieldProps) {
  const { label, action, start = '', isPlain = false, draft, attachTo, onSave, onCancel } = props
  const [typed, setTyped] = useState(start)
  const body = typed.trim()

  function save(): void {
    if (body === '') return
    setTyped('')
    onSave(body, () => setTyped((current) => current || body))
  }

  /** Escape would close the panel and lose the unsent comment. Returns whether it doesn't. */
  function onEscape(): boolean {
    onCancel?.()
    return typed !== '' || onCancel !== undefined
  }

  const field = { label, value: typed, placeholder: texts.placeholder(label), onEscape }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="flex max-w-[46rem] flex-col gap-2"
    >
      {isPlain ? (
        <PlainField {...field} onChange={setTyped} onSubmit={save} />
      ) : (
        <InlineEditor
          {...field}
          maxLength={maxLength}
          {...(draft && { draft })}
          keepsDraft={start === ''}
          attachTo={attachTo}
          isFocused={onCancel !== undefined}
          className="control focus-within:border-accent"
          fieldClassName="max-h-72 min-h-10 overflow-y-auto"
          onChange={setTyped}
          onSubmit={save}
        />
      )}
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

interface PlainFieldProps {
  label: string
  value: string
  placeholder: string
  onChange: (value: string) => void
  onSubmit: () => void
  onEscape: () => boolean
}

function PlainField({ label, value, placeholder, onChange, onSubmit, onEscape }: PlainFieldProps) {
  return (
    <textarea
      aria-label={label}
      placeholder={placeholder}
      rows={2}
      maxLength={maxLength}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
        if (event.key === 'Escape' && onEscape()) event.stopPropagation()
      }}
      className="control field-sizing-content max-h-72 min-h-16 resize-none"
    />
  )
}
