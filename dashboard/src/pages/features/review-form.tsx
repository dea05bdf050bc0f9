import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { featureKeys } from '../../live/refresh-changed.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { card } from '../../ui/section.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { gateTitle } from './names.ts'
import type { FeatureDetails, Review } from './queries.ts'

const choices: Record<Review['verdict'], string> = {
  approved: 'Approve',
  changes_requested: 'Request changes',
  commented: 'Comment',
}

const told: Record<Review['verdict'], string> = {
  approved: 'Your approval is there.',
  changes_requested: 'It goes back.',
  commented: 'Your comment is there.',
}

export function ReviewForm({ feature }: { feature: FeatureDetails }) {
  const cache = useQueryClient()
  const [verdict, setVerdict] = useState<Review['verdict']>('approved')
  const [body, setBody] = useState('')
  const form = useSubmit(['body', 'backTo'], async (given) => {
    const backTo = text(given, 'backTo')
    // What is judged is what is seen here: whoever changed it meanwhile is looked at first.
    await call(
      'reviews.submit',
      { feature: feature.key, verdict, body, ...(backTo && { backTo }) },
      { ifMatch: feature.version },
    )
    setBody('')
    setVerdict('approved')
    showToast({ text: told[verdict] })
    await Promise.all(featureKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
  })
  const reached = feature.gates.filter(({ state }) => state !== 'ahead')
  return (
    <form
      onSubmit={form.submit}
      noValidate
      aria-label="Your review"
      className={`mb-4 flex flex-col gap-3 p-4 ${card}`}
    >
      <FormMessage>{form.message}</FormMessage>
      <div>
        <Choice label="What you think of it" names={choices} value={verdict} onChange={setVerdict} />
      </div>
      <Field
        label={verdict === 'changes_requested' ? 'What should change' : 'What you have to say'}
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
          label="Send it back to"
          name="backTo"
          options={[
            { value: '', name: 'The last gate where work is done' },
            ...reached.map(({ name }) => ({ value: name, name: gateTitle(name) })),
          ]}
          defaultValue=""
          error={form.errorOf('backTo')}
        />
      )}
      <div>
        <Button type="submit" busy={form.busy}>
          {choices[verdict]}
        </Button>
      </div>
    </form>
  )
}
