import { useState } from 'react'
import textLimits from '../../../../contract/text-limits.json'
import { InlineEditor } from '../../ui/editor/inline-editor.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Question } from './queries.ts'
import { texts } from './texts.ts'

/** Answers a question in place. A rejection, such as an earlier answer of someone else, shows above the field. */
export function AnswerForm({ question }: { question: Question }) {
  const { name } = question.askedBy
  const [typed, setTyped] = useState('')
  const form = useSubmit(async () => {
    const answer = typed.trim()
    if (answer === '') return
    await write('questions.answer', { question: question.id, answer })
    setTyped('')
    showToast({ text: texts.sent(name) })
  })
  return (
    <Form form={form} className="mt-2 flex flex-wrap items-end gap-2">
      <div className="min-w-0 grow basis-48">
        <InlineEditor
          label={texts.answerTo(name)}
          placeholder={texts.placeholder}
          value={typed}
          maxLength={textLimits['questions.answer'].answer}
          draft={`answer ${question.id}`}
          keepsDraft
          attachTo={question.task?.key}
          className="control focus-within:border-accent"
          fieldClassName="max-h-72 min-h-5 overflow-y-auto"
          onChange={setTyped}
          // Escape would close the panel and lose the unsent answer.
          onEscape={() => typed !== ''}
        />
      </div>
      <SubmitButton>{texts.answer}</SubmitButton>
    </Form>
  )
}
