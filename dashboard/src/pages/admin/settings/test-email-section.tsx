import { useState } from 'react'
import type { OutputOf } from '../../../client.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Section, card } from '../../../ui/section.tsx'
import { filledTextValues, useSubmit } from '../../../ui/submit.ts'
import { write } from '../../../write.ts'
import { texts } from './texts.ts'

const labels = texts.testEmail

/** Sends a test email, and shows the response of the email server. */
export function TestEmailSection() {
  const [trial, setTrial] = useState<OutputOf<'admin.testEmail'> | null>(null)
  const form = useSubmit(async (given) => {
    setTrial(null)
    setTrial(await write('admin.testEmail', filledTextValues(given, 'to')))
  })
  return (
    <Section title={labels.title} text={labels.text}>
      <Form
        form={form}
        operation="admin.testEmail"
        aria-label={labels.title}
        className={`flex flex-col gap-4 p-5 ${card}`}
      >
        <TextField name="to" type="email" label={labels.to} hint={labels.toHint} />
        <div>
          <SubmitButton>{labels.send}</SubmitButton>
        </div>
        <div role="status">{trial && <Trial trial={trial} />}</div>
      </Form>
    </Section>
  )
}

function Trial({ trial }: { trial: OutputOf<'admin.testEmail'> }) {
  const { to, from, server, sent, response } = trial
  return (
    <>
      <p className={`mb-3 font-medium ${sent ? '' : 'text-danger'}`}>
        {(sent ? labels.sent : labels.notSent)(to)}
      </p>
      <Facts>
        <Fact name={labels.server}>{server ?? labels.noServer}</Fact>
        <Fact name={labels.from}>{from}</Fact>
        <Fact name={labels.response}>
          <code className="wrap-anywhere">{response}</code>
        </Fact>
      </Facts>
    </>
  )
}
