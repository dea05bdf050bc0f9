import { LoadError } from '../../ui/load-error.tsx'
import { AnswerView } from '../ask/answer-view.tsx'
import { texts } from './texts.ts'
import { useSearchAnswer } from './use-search-answer.ts'

interface SearchAnswerProps {
  question: string
  project: string | undefined
}

/** The answer of the language model, if one is configured, and the passages that it is based on. */
export function SearchAnswer({ question, project }: SearchAnswerProps) {
  const { answer, busy, error, retry } = useSearchAnswer(question, project)
  if (error) return <LoadError error={error} onRetry={retry} />
  return (
    <section
      aria-labelledby="answer"
      aria-busy={busy}
      className="mb-6 rounded-lg border bg-surface px-4 py-3"
    >
      <h2 id="answer" className="mb-2 font-semibold">
        {texts.answer.title}
      </h2>
      {/* Read out when the answer is complete, because the section is busy until then. */}
      <div aria-live="polite">
        <AnswerView answer={answer} />
      </div>
    </section>
  )
}
