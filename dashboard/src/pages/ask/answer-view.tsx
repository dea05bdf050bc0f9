import type { ReactNode } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { AnswerNote } from './answer-note.tsx'
import { wordsOfName } from '../../../../server/platform/words-of-name.ts'
import { AnswerSteps } from './answer-steps.tsx'
import { AnswerText } from './answer-text.tsx'
import type { ShownAnswer } from './shapes.ts'
import { Sources } from './sources.tsx'
import { texts } from './texts.ts'

interface AnswerViewProps {
  answer: ShownAnswer
  /** Shown below the text, such as proposals. */
  children?: ReactNode
}

/** An answer with its sources, complete or while it is being written. */
export function AnswerView({ answer, children }: AnswerViewProps) {
  const { text, passages, steps, outcome } = answer
  return (
    <>
      <AnswerSteps steps={steps} />
      {text && <AnswerText text={text} passages={passages} />}
      {!outcome && !text && <Progress answer={answer} />}
      <AnswerNote {...answer} />
      {children}
      <Sources answer={answer} />
    </>
  )
}

/** The current activity, until the first words arrive. */
function Progress({ answer: { steps, passages } }: Pick<AnswerViewProps, 'answer'>) {
  const last = steps.at(-1)
  const { searching, writing, reading } = texts.progress
  return (
    <p className="flex items-center gap-2 text-muted">
      <Spinner />
      {last ? reading(wordsOfName(last.tool)) : passages.length > 0 ? writing : searching}
    </p>
  )
}
