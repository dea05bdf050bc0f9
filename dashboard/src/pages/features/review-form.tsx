import { useState } from 'react'
import { Choice } from '../../ui/choice.tsx'
import { MarkdownTextField } from '../../ui/editor/markdown-text-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { card } from '../../ui/section.tsx'
import { SelectField } from '../../ui/select.tsx'
import { filledTextValues, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { gateTitle } from './names.ts'
import type { FeatureDetails, Review } from './queries.ts'
import { texts } from './texts.ts'

const { reviewForm } = texts

export function ReviewForm({ feature }: { feature: FeatureDetails }) {
  const [verdict, setVerdict] = useState<Review['verdict']>('approved')
  const [body, setBody] = useState('')
  const form = useSubmit(async (data) => {
    // Review exactly the version shown: the server rejects the review if the feature has changed since.
    await write(
      'reviews.submit',
      { feature: feature.key, verdict, body, ...filledTextValues(data, 'backTo') },
      { ifMatch: feature.version },
    )
    setBody('')
    setVerdict('approved')
    showToast({ text: reviewForm.submitted[verdict] })
  })
  const reachedGates = feature.gates.filter(({ state }) => state !== 'ahead')
  return (
    <Form
      form={form}
      operation="reviews.submit"
      aria-label={reviewForm.label}
      className={`mb-4 flex flex-col gap-3 p-4 ${card}`}
    >
      <div>
        <Choice
          label={reviewForm.verdict}
          names={reviewForm.verdicts}
          value={verdict}
          onChange={setVerdict}
        />
      </div>
      <MarkdownTextField
        name="body"
        label={verdict === 'changes_requested' ? reviewForm.requestedChanges : reviewForm.comment}
        value={body}
        maxLength={50_000}
        draft={`review ${feature.key}`}
        attachTo={feature.key}
        onChange={setBody}
      />
      {verdict === 'changes_requested' && (
        <SelectField
          label={reviewForm.backTo}
          name="backTo"
          options={[
            { value: '', name: reviewForm.backToDefault },
            ...reachedGates.map(({ name }) => ({ value: name, name: gateTitle(name) })),
          ]}
          defaultValue=""
        />
      )}
      <SubmitButton kind="plain" className="self-start">
        {reviewForm.verdicts[verdict]}
      </SubmitButton>
    </Form>
  )
}
