import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { Problem, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { DigitsField } from '../../ui/digits-field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useStore } from '../../ui/store.ts'
import { text, useSubmit } from '../../ui/submit.ts'
import { requestCode, askedCode } from './email-requests.ts'
import { Entrance } from './entrance.tsx'
import { SendAgain } from './send-again.tsx'
import { useSignIn } from './use-sign-in.ts'
import { WayLink } from './way-link.tsx'

export function CodePage() {
  const { to } = useSearch({ from: '/sign-in/code' })
  const asked = useStore(askedCode)
  if (!asked) return null
  const { email, sentAt } = asked
  return (
    <Entrance
      title="Enter the code"
      text={
        <>
          Six digits are on their way to <strong className="font-medium text-ink">{email}</strong>, if there
          is an account with this address.
        </>
      }
    >
      <CodeForm key={asked.request} request={asked.request} expiresAt={asked.expiresAt} to={to} />
      <SendAgain sentAt={sentAt} send={() => requestCode(email)} />
      <p className="text-muted">
        No mail? Look into the folder for spam, or{' '}
        <WayLink way="/sign-in" to={to}>
          sign in another way
        </WayLink>
        .
      </p>
    </Entrance>
  )
}

// The server does not tell a wrong digit from a used code, so that nobody learns anything by guessing.
const wrongCode = new Problem(
  401,
  'wrong_code',
  'This is not the code, or it works no longer. Try again, or have a new one sent to you.',
)

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

interface CodeFormProps {
  request: string
  expiresAt: number
  to: string | undefined
}

function CodeForm({ request, expiresAt, to }: CodeFormProps) {
  const signIn = useSignIn(to)
  const expired = useSecondsUntil(expiresAt) === 0
  const input = useRef<HTMLInputElement>(null)
  const form = useSubmit(['code'], async (given) => {
    try {
      const answer = await call('otp.verify', { request, code: text(given, 'code') })
      await signIn(answer)
      askedCode.set(null)
    } catch (error) {
      if (input.current) input.current.value = ''
      input.current?.focus()
      throw error instanceof Problem && error.code === 'wrong_code' ? wrongCode : error
    }
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <FormMessage>
        {expired ? 'This code has run out. Have a new one sent to you.' : form.message}
      </FormMessage>
      <DigitsField
        ref={input}
        label="Code"
        hint={expired ? undefined : `It works once, until ${clock.format(expiresAt)}.`}
        error={form.errorOf('code')}
        disabled={expired}
        readOnly={form.busy}
      />
      <Button type="submit" kind="primary" disabled={expired} busy={form.busy} className="tall">
        Sign in
      </Button>
    </form>
  )
}
