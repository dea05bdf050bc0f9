import { ArrowUpIcon, SquareIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import textLimits from '../../../../contract/text-limits.json'
import { IconButton } from '../../ui/button.tsx'
import { setDraft, useDraft } from './drafts.ts'
import { texts } from './texts.ts'

interface ComposerProps {
  /** The key of the draft: the id of the conversation, or `newDraft`. */
  draft: string
  /** Whether an answer is being written, so that no question can be sent. */
  busy: boolean
  /** Whether the field receives the focus when it appears. */
  focused: boolean
  onAsk: (question: string) => void
  /** Stops the answer. Undefined if another window receives it. */
  onStop: (() => void) | undefined
}

const maxLength = textLimits['aiSessions.ask'].question

/** The field for the next question. */
export function Composer({ draft, busy, focused, onAsk, onStop }: ComposerProps) {
  const hintId = useId()
  const text = useDraft(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const { composer } = texts
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])

  function send(): void {
    const question = text.trim()
    if (!question || busy) return
    setDraft(draft, '')
    onAsk(question)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="mx-auto w-full max-w-3xl shrink-0 px-4 pb-3 md:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-1 rounded-lg border border-strong-line bg-surface p-1.5 focus-within:border-accent">
        <textarea
          ref={field}
          data-composer
          aria-label={composer.label}
          aria-describedby={hintId}
          placeholder={composer.placeholder}
          rows={1}
          maxLength={maxLength}
          value={text}
          onChange={({ target }) => setDraft(draft, target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-48 min-h-7 min-w-0 grow resize-none bg-transparent px-1.5 py-1 outline-none placeholder:text-muted"
        />
        {onStop ? (
          <IconButton label={composer.stop} onClick={onStop}>
            <SquareIcon />
          </IconButton>
        ) : (
          <IconButton
            label={composer.send}
            type="submit"
            disabled={busy || !text.trim()}
            className="bg-accent text-on-accent! hover:bg-accent-hover!"
          >
            <ArrowUpIcon />
          </IconButton>
        )}
      </div>
      <p id={hintId} className="mt-1 px-1 text-xs text-muted">
        <span className="hidden sm:inline">{composer.hint}</span> {composer.disclaimer}
      </p>
    </form>
  )
}
