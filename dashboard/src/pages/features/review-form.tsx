import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { card } from '../../ui/section.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { gateTitle } from './names.ts'
import type { FeatureDetails, Review } from './queries.ts'
import { texts } from './texts.ts'

const { reviewForm } = texts

export function ReviewForm({ feature }: { feature: FeatureDetails }) {
  const [verdict, setVerdict] = useState<Review['verdict']>('approved')
  const [body, setBody] = useState('')
  const form = useSubmit(['body', 'backTo'], async (data) => {
    const backTo = text(data, 'backTo')
    // Review exactly the version shown: the server rejects the review if the feature has changed since.
    await write(
      'reviews.submit',
      { feature: feature.key, verdict, body, ...(backTo && { backTo }) },
      { ifMatch: feature.version },
    )
    setBody('')
    setVerdict('approved')
    showToast({ text: reviewForm.submitted[verdict] })
  })
  const reachedGates = feature.gates.filter(({ state }) => state !== 'ahead')
  return (
    <form
      onSubmit={form.submit}
      noValidate
      aria-label={reviewForm.label}
      className={`mb-4 flex flex-col gap-3 p-4 ${card}`}
    >
      <FormMessage>{form.message}</FormMessage>
      <div>
        <Choice
          label={reviewForm.verdict}
          names={reviewForm.verdicts}
          value={verdict}
          onChange={setVerdict}
        />
      </div>
      <Field
        label={verdict === 'changes_requested' ? reviewForm.requestedChanges : reviewForm.comment}
        error={form.errorOf('body')}
      >
        {(control) => (
          <textarea
            {...control}
            name="body"
            rows={2}
            value={body}
            onChange={({ target }) => setBody(target.value)}
            className="control field-sizing-content max-h-96 min-h-16 resize-none"
          />
        )}
      </Field>
      {verdict === 'changes_requested' && (
        <SelectField
          label={reviewForm.backTo}
          name="backTo"
          options={[
            { value: '', name: reviewForm.backToDefault },
            ...reachedGates.map(({ name }) => ({ value: name, name: gateTitle(name) })),
          ]}
          defaultValue=""
          error={form.errorOf('backTo')}
        />
      )}
      <div>
        <Button type="submit" busy={form.busy}>
          {reviewForm.verdicts[verdict]}
        </Button>
      </div>
    </form>
  )
}
