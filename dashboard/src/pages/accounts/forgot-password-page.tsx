import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { storeDestination } from '../../destination.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
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
  const form = useSubmit(['email'], (given) => send(text(given, 'email').trim()))
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
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        {options?.mail === false && <FormMessage tone="note">{labels.noMail}</FormMessage>}
        <AddressField autoComplete="username" autoFocus error={form.errorOf('email')} />
        <Button type="submit" kind="primary" busy={form.busy} className="tall mt-1">
          {labels.sendLink}
        </Button>
      </form>
      <p className="text-muted">
        {labels.rememberIt}{' '}
        <AuthLink page="/sign-in" to={to}>
          {labels.signIn}
        </AuthLink>
      </p>
    </Entrance>
  )
}
