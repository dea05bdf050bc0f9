import { useQuery } from '@tanstack/react-query'
import { Markdown } from '../../ui/markdown.tsx'
import { Time } from '../../ui/time.tsx'
import { AnswerForm } from './answer-form.tsx'
import { taskQuestionsQuery } from './queries.ts'
import { QuestionText } from './question-text.tsx'
import { texts } from './texts.ts'

/** The questions about a task, open ones first, with their answers or a form to answer. */
export function TaskQuestions({ task }: { task: string }) {
  const questions = useQuery(taskQuestionsQuery(task)).data?.items ?? []
  if (questions.length === 0) return null
  const openFirst = questions.toSorted(
    (one, other) => Number(one.answer !== null) - Number(other.answer !== null),
  )
  return (
    <section aria-label={texts.strip} className="flex flex-col gap-2">
      {openFirst.map((question) => (
        <div key={question.id} className="rounded-lg bg-agent-soft px-3 py-2.5">
          <QuestionText question={question} withoutTask />
          {question.answer !== null && (
            <div className="mt-2 border-l-2 pl-3">
              <p className="text-[13px] text-muted">
                {texts.answered(question.answeredBy!.name)} <Time at={question.answeredAt!} />
              </p>
              <Markdown text={question.answer} breaks />
            </div>
          )}
          {question.may.answer && <AnswerForm question={question} />}
        </div>
      ))}
    </section>
  )
}
