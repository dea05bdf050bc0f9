import { useQuery } from '@tanstack/react-query'
import { Rows } from '../../ui/section.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ownQuestionsQuery } from './queries.ts'
import { QuestionText } from './question-text.tsx'
import { texts } from './texts.ts'

/** The open questions that ask the user, each with a form to answer it. Shows nothing without any. */
export function OpenQuestions() {
  const questions = useQuery(ownQuestionsQuery).data?.items ?? []
  if (questions.length === 0) return null
  return (
    <Rows label={texts.label}>
      {questions.map((question) => (
        <li key={question.id} className="px-4 py-3">
          <QuestionText question={question} />
          {question.may.answer && <AnswerForm question={question} />}
        </li>
      ))}
    </Rows>
  )
}
