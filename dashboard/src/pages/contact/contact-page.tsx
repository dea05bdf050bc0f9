import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { textValues, useSubmit } from '../../ui/submit.ts'
import { Entrance } from '../accounts/entrance.tsx'
import { texts } from './texts.ts'

const { page } = texts

/** The public contact form. */
export function ContactPage() {
  const options = useQuery(signInOptionsQuery).data
  const [isSent, setSent] = useState(false)
  const form = useSubmit(async (given) => {
    await call('contact.send', textValues(given, 'name', 'email', 'subject', 'message', 'website'))
    setSent(true)
  })
  if (isSent) return <Entrance {...page.sent} />
  if (options?.contact === false) return <Entrance {...page.off} />
  return (
    <Entrance title={page.title} text={page.intro(options?.instance ?? 'Baton')}>
      <Form form={form} operation="contact.send">
        <TextField name="name" label={page.name} autoComplete="name" autoFocus />
        <TextField name="email" type="email" label={page.email} autoComplete="email" />
        <TextField name="subject" label={page.subject} />
        <TextAreaField name="message" label={page.message} rows={6} />
        {/* People don't see this field, but programs that fill in every field do. */}
        <div aria-hidden className="absolute -left-[200vw]">
          <TextField name="website" label={page.website} tabIndex={-1} />
        </div>
        <SubmitButton className="tall mt-1">{page.send}</SubmitButton>
      </Form>
    </Entrance>
  )
}
