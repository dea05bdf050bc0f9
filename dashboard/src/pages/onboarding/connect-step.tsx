import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
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
  const form = useSubmit(async (given) => {
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
      <Form form={form} operation="onboarding.advance">
        <TextField
          name="token.name"
          label={labels.name}
          hint={credentialTexts.createTokenForm.nameHint}
          defaultValue={labels.nameDefault}
        />
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{credentialTexts.createTokenForm.create}</SubmitButton>
          <Button onClick={() => void goTo('done')}>{token?.firstCallAt ? labels.finish : texts.skip}</Button>
          <Button kind="quiet" onClick={() => void goTo('people')}>
            {texts.back}
          </Button>
        </div>
      </Form>
    </StepFrame>
  )
}
