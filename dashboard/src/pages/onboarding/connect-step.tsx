import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { AgentFields, readAgentFields } from '../credentials/agent-fields.tsx'
import { NewToken, Waiting } from '../credentials/new-token.tsx'
import { texts as credentialTexts } from '../credentials/texts.ts'
import { type Onboarding, goTo, showOnboarding } from './queries.ts'
import { StepFrame } from './step-frame.tsx'
import { texts } from './texts.ts'

type CreatedToken = OutputOf<'credentials.createMcpToken'>

export function ConnectStep({ onboarding }: { onboarding: Onboarding }) {
  const labels = texts.connectStep
  const { create, createToken } = credentialTexts.createTokenForm
  // The value is shown once. A reload loses it.
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const form = useSubmit(async (given) => {
    const result = await call('onboarding.advance', { token: readAgentFields(given, 'token.') })
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
        <AgentFields prefix="token." agent={token?.agent?.name} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{token ? createToken : create}</SubmitButton>
          <Button onClick={() => void goTo('done')}>{token?.firstCallAt ? labels.finish : texts.skip}</Button>
          <Button kind="quiet" onClick={() => void goTo('people')}>
            {texts.back}
          </Button>
        </div>
      </Form>
    </StepFrame>
  )
}
