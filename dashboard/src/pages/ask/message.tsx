import { RotateCwIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { citedNumbers } from '../../ui/markdown-citations.ts'
import { Time } from '../../ui/time.tsx'
import { linkOf } from './answer-text.tsx'
import { AnswerView } from './answer-view.tsx'
import type { ShownAnswer } from './shapes.ts'
import { texts } from './texts.ts'

/** A question of the conversation's owner. */
export function Question({ author, text }: { author: string; text: string }) {
  return (
    <article
      aria-label={texts.message.question(author)}
      className="ml-auto w-fit max-w-[85%] rounded-lg bg-hover px-3.5 py-2 whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </article>
  )
}

interface AnswerProps {
  answer: ShownAnswer
  createdAt?: string
  /** Undefined for an answer that can't be replaced. */
  onRetry?: (() => void) | undefined
  /** The proposals. */
  children?: ReactNode
}

/** An answer of the conversation, with its actions once it is complete. */
export function AnswerMessage({ answer, createdAt, onRetry, children }: AnswerProps) {
  const { text, model, outcome } = answer
  const { message } = texts
  return (
    <article aria-label={message.answer}>
      <AnswerView answer={answer}>{children}</AnswerView>
      {outcome && (
        <footer className="mt-2 -ml-3 flex flex-wrap items-center gap-x-1 text-[13px] text-muted">
          {text && <CopyButton kind="quiet" label={message.copy} value={withSources(answer)} />}
          {onRetry && (
            <Button kind="quiet" onClick={onRetry}>
              <RotateCwIcon /> {message.retry}
            </Button>
          )}
          <span className="ml-3">
            {model && <span title={message.model(model)}>{model}</span>}
            {model && createdAt && ' · '}
            {createdAt && <Time at={createdAt} />}
          </span>
        </footer>
      )}
    </article>
  )
}

/** Returns the text with a list of the cited sources, for another document. */
function withSources({ text, passages }: ShownAnswer): string {
  const numbers = citedNumbers(text)
  const sources = passages
    .filter(({ number }) => numbers.has(number))
    .map(
      (passage) => `[${passage.number}] ${passage.title}: ${new URL(linkOf(passage), location.origin).href}`,
    )
  return [text, ...(sources.length > 0 ? ['', ...sources] : [])].join('\n')
}
