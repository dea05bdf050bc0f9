import { Form, SubmitButton } from '../../ui/form.tsx'
import { TextAreaField } from '../../ui/form-fields.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Question } from './queries.ts'
import { texts } from './texts.ts'

/** Answers a question in place. A rejection, such as an answer of someone else, shows above the field. */
export function AnswerForm({ question }: { question: Question }) {
  const { name } = question.askedBy
  const form = useSubmit(async (data) => {
    await write('questions.answer', { question: question.id, answer: text(data, 'answer') })
    showToast({ text: texts.sent(name) })
  })
  return (
    <Form form={form} operation="questions.answer" className="mt-2 flex flex-col gap-2">
      <TextAreaField
        name="answer"
        label={texts.answerTo(name)}
        hint={texts.hint}
        placeholder={texts.placeholder}
        rows={1}
        required
      />
      <div>
        <SubmitButton>{texts.answer}</SubmitButton>
      </div>
    </Form>
  )
}
