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
import { WayLink } from './way-link.tsx'

export function ForgotPasswordPage() {
  const { to } = useSearch({ from: '/forgot-password' })
  const options = useQuery(signInOptionsQuery).data
  const [asked, setAsked] = useState<{ email: string; sentAt: number } | null>(null)
  const send = async (email: string) => {
    await call('accounts.forgotPassword', { email })
    storeDestination(to)
    setAsked({ email, sentAt: Date.now() })
  }
  const form = useSubmit(['email'], (given) => send(text(given, 'email').trim()))
  if (asked)
    return (
      <CheckYourEmail
        {...asked}
        send={() => send(asked.email)}
        what="a link with which you choose a new password"
        next="It works once, for 30 minutes."
        to={to}
      />
    )
  return (
    <Entrance title="Forgot your password?" text="Have a link sent to you, and choose a new one.">
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        {options?.mail === false && (
          <FormMessage tone="note">
            This instance sends no mail yet. Whoever runs it finds yours in the folder outbox of its data.
          </FormMessage>
        )}
        <AddressField autoComplete="username" autoFocus error={form.errorOf('email')} />
        <Button type="submit" kind="primary" busy={form.busy} className="tall mt-1">
          Send me a link
        </Button>
      </form>
      <p className="text-muted">
        You remember it?{' '}
        <WayLink way="/sign-in" to={to}>
          Sign in
        </WayLink>
      </p>
    </Entrance>
  )
}
