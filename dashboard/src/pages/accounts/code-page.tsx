import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { Problem, call } from '../../client.ts'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { DigitsField } from '../../ui/digits-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { useStore } from '../../ui/store.ts'
import { text, useSubmit } from '../../ui/submit.ts'
import { requestCode, requestedCode } from './email-requests.ts'
import { Entrance } from './entrance.tsx'
import { SendAgain } from './send-again.tsx'
import { texts } from './texts.ts'
import { useSignIn } from './use-sign-in.ts'
import { AuthLink } from './auth-link.tsx'

export function CodePage() {
  const { to } = useSearch({ from: '/sign-in/code' })
  const requested = useStore(requestedCode)
  if (!requested) return null
  const { email, sentAt } = requested
  const { title, sent } = texts.codePage
  const { noEmail, signInAnotherWay } = texts.checkYourEmail
  return (
    <Entrance title={title} text={sent(email)}>
      <CodeForm key={requested.request} request={requested.request} expiresAt={requested.expiresAt} to={to} />
      <SendAgain sentAt={sentAt} send={() => requestCode(email)} />
      <p className="text-muted">
        {noEmail}{' '}
        <AuthLink page="/sign-in" to={to}>
          {signInAnotherWay}
        </AuthLink>
      </p>
    </Entrance>
  )
}

// The server returns the same error for a wrong code and a used code, so that guessing reveals nothing.
const wrongCode = new Problem(401, 'wrong_code', texts.codePage.wrong)

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

interface CodeFormProps {
  request: string
  expiresAt: number
  to: string | undefined
}

function CodeForm({ request, expiresAt, to }: CodeFormProps) {
  const signIn = useSignIn(to)
  const isExpired = useSecondsUntil(expiresAt) === 0
  const input = useRef<HTMLInputElement>(null)
  const form = useSubmit(async (given) => {
    try {
      await signIn(await call('otp.verify', { request, code: text(given, 'code') }))
      requestedCode.set(null)
    } catch (error) {
      if (input.current) input.current.value = ''
      input.current?.focus()
      throw error instanceof Problem && error.code === 'wrong_code' ? wrongCode : error
    }
  })
  const { code, validUntil, expired } = texts.codePage
  return (
    <Form form={{ ...form, message: isExpired ? expired : form.message }}>
      <DigitsField
        ref={input}
        label={code}
        hint={isExpired ? undefined : validUntil(clock.format(expiresAt))}
        disabled={isExpired}
      />
      <SubmitButton disabled={isExpired} className="tall">
        {texts.codePage.signIn}
      </SubmitButton>
    </Form>
  )
}
