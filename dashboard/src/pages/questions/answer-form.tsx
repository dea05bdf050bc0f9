import type { KeyboardEvent } from 'react'
import textLimits from '../../../../contract/text-limits.json'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Question } from './queries.ts'
import { texts } from './texts.ts'

/** Answers a question in place. A rejection, such as an earlier answer of someone else, shows above the field. */
export function AnswerForm({ question }: { question: Question }) {
  const { name } = question.askedBy
  const form = useSubmit(async (data) => {
    const answer = text(data, 'answer').trim()
    if (answer === '') return
    await write('questions.answer', { question: question.id, answer })
    showToast({ text: texts.sent(name) })
  })
  return (
    <Form form={form} className="mt-2 flex flex-wrap items-end gap-2">
      <textarea
        name="answer"
        aria-label={texts.answerTo(name)}
        placeholder={texts.placeholder}
        rows={1}
        maxLength={textLimits['questions.answer'].answer}
        onKeyDown={onKeyDown}
        className="control field-sizing-content max-h-72 min-h-8 min-w-0 grow basis-48 resize-none"
      />
      <SubmitButton>{texts.answer}</SubmitButton>
    </Form>
  )
}

function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { form, value } = event.currentTarget
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form?.requestSubmit()
  // Escape would close the panel and lose the unsent answer.
  if (event.key === 'Escape' && value !== '') event.stopPropagation()
}
