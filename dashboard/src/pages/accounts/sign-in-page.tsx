import { Link, useSearch } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { session, startSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useStore } from '../../ui/store.ts'
import { text, useSubmit } from '../../ui/submit.ts'
import { Entrance } from './entrance.tsx'
import { PasswordField } from './password-field.tsx'

export function SignInPage() {
  const { to } = useSearch({ from: '/sign-in' })
  const { farewell } = useStore(session)
  const form = useSubmit(['email', 'password'], async (given) => {
    const email = text(given, 'email').trim()
    const { token } = await call('accounts.logIn', { email, password: text(given, 'password') })
    startSession(token)
  })
  return (
    <Entrance title="Sign in" text="Welcome back.">
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        {!form.message && <FormMessage tone="note">{farewell ?? undefined}</FormMessage>}
        <Field label="E-mail address" error={form.errorOf('email')}>
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              autoFocus
              className="control"
            />
          )}
        </Field>
        <PasswordField autoComplete="current-password" error={form.errorOf('password')} />
        <Button type="submit" kind="primary" busy={form.busy} className="mt-1 h-9">
          Sign in
        </Button>
      </form>
      <p className="mt-6 text-muted">
        New here?{' '}
        <Link to="/sign-up" search={{ to }} className="font-medium text-accent underline underline-offset-2">
          Make an account
        </Link>
      </p>
    </Entrance>
  )
}
