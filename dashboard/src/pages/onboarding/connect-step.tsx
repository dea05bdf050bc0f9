import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { NewToken, Waiting } from '../credentials/new-token.tsx'
import { texts as credentialTexts } from '../credentials/texts.ts'
import { type Onboarding, goTo, showOnboarding } from './queries.ts'
import { StepFrame } from './step-frame.tsx'
import { texts } from './texts.ts'

type CreatedToken = OutputOf<'credentials.createMcpToken'>

export function ConnectStep({ onboarding }: { onboarding: Onboarding }) {
  const labels = texts.connectStep
  // The value is shown once. A reload loses it.
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const form = useSubmit(['token.name'], async (given) => {
    const result = await call('onboarding.advance', { token: { name: text(given, 'token.name') } })
    setCreated(result.token as CreatedToken)
    showOnboarding(result)
  })
  if (created) return <NewToken token={created} doneLabel={labels.finish} onDone={() => void goTo('done')} />
  const { token } = onboarding
  return (
    <StepFrame title={labels.title} text={labels.intro}>
      {token && (
        <div className="flex flex-wrap items-center gap-3 border-b pb-4">
          <p>{labels.tokenCreated(token.name)}</p>
          <Waiting token={token} />
        </div>
      )}
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field
          label={labels.name}
          hint={credentialTexts.createTokenForm.nameHint}
          error={form.errorOf('token.name')}
        >
          {(control) => (
            <input
              {...control}
              name="token.name"
              autoComplete="off"
              maxLength={120}
              defaultValue={labels.nameDefault}
              className="control"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" busy={form.busy}>
            {credentialTexts.createTokenForm.create}
          </Button>
          <Button onClick={() => void goTo('done')}>{token?.firstCallAt ? labels.finish : texts.skip}</Button>
          <Button kind="quiet" onClick={() => void goTo('people')}>
            {texts.back}
          </Button>
        </div>
      </form>
    </StepFrame>
  )
}
