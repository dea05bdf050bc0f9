import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { NewToken, Waiting } from '../credentials/new-token.tsx'
import { type Onboarding, goTo, showOnboarding } from './queries.ts'
import { StepFrame } from './step-frame.tsx'

type Made = OutputOf<'credentials.createMcpToken'>

export function ConnectStep({ onboarding }: { onboarding: Onboarding }) {
  // Seen here, once: a page that is loaded again does not have it.
  const [made, setMade] = useState<Made | null>(null)
  const form = useSubmit(['token.name'], async (given) => {
    const answer = await call('onboarding.advance', { token: { name: text(given, 'token.name') } })
    setMade(answer.token as Made)
    showOnboarding(answer)
  })
  if (made) return <NewToken token={made} doneLabel="Finish" onDone={() => void goTo('done')} />
  const { token } = onboarding
  return (
    <StepFrame
      title="Your first agent"
      text="An agent speaks to Baton over MCP, with a token of its own. It sees what you see, and what it does stands under both your names."
    >
      {token && (
        <div className="flex flex-wrap items-center gap-3 border-b pb-4">
          <p>
            You made the token “{token.name}”. Its value is not shown again: if you have not kept it, make
            another.
          </p>
          <Waiting token={token} />
        </div>
      )}
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field
          label="What is the token for?"
          hint="Which agent, on which machine: so that you know later what to revoke."
          error={form.errorOf('token.name')}
        >
          {(control) => (
            <input
              {...control}
              name="token.name"
              autoComplete="off"
              maxLength={120}
              defaultValue="My first agent"
              className="control"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" busy={form.busy}>
            Make a token
          </Button>
          <Button onClick={() => void goTo('done')}>{token?.firstCallAt ? 'Finish' : 'Skip'}</Button>
          <Button kind="quiet" onClick={() => void goTo('people')}>
            Back
          </Button>
        </div>
      </form>
    </StepFrame>
  )
}
