import { AnswerForm } from './answer-form.tsx'
import type { Question } from './queries.ts'
import { QuestionText } from './question-text.tsx'

/** A question of an agent in a list, with a form to answer it. */
export function QuestionRow({ question }: { question: Question }) {
  return (
    <li className="px-4 py-3">
      <QuestionText question={question} />
      {question.may.answer && <AnswerForm question={question} />}
    </li>
  )
}
