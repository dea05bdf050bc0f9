import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { storeDestination } from '../../destination.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { AddressField } from './address-field.tsx'
import { Entrance } from './entrance.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { texts } from './texts.ts'
import { AuthLink } from './auth-link.tsx'

export function ForgotPasswordPage() {
  const { to } = useSearch({ from: '/forgot-password' })
  const options = useQuery(signInOptionsQuery).data
  const labels = texts.forgotPasswordPage
  const [requested, setRequested] = useState<{ email: string; sentAt: number } | null>(null)
  const send = async (email: string) => {
    await call('accounts.forgotPassword', { email })
    storeDestination(to)
    setRequested({ email, sentAt: Date.now() })
  }
  const form = useSubmit((given) => send(text(given, 'email').trim()))
  if (requested)
    return (
      <CheckYourEmail
        sent={labels.sent(requested.email)}
        validity={labels.validity}
        sentAt={requested.sentAt}
        send={() => send(requested.email)}
        to={to}
      />
    )
  return (
    <Entrance title={labels.title} text={labels.intro}>
      <Form form={form} operation="accounts.forgotPassword">
        {options?.mail === false && <FormMessage tone="note">{labels.noMail}</FormMessage>}
        <AddressField autoComplete="username" autoFocus />
        <SubmitButton className="tall mt-1">{labels.sendLink}</SubmitButton>
      </Form>
      <p className="text-muted">
        {labels.rememberIt}{' '}
        <AuthLink page="/sign-in" to={to}>
          {labels.signIn}
        </AuthLink>
      </p>
    </Entrance>
  )
}
