import { Link, useSearch } from '@tanstack/react-router'
import { call } from '../../client.ts'
import { startSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { Entrance } from './entrance.tsx'
import { PasswordField } from './password-field.tsx'

const shortest = 10

export function SignUpPage() {
  const { to } = useSearch({ from: '/sign-up' })
  const form = useSubmit(['name', 'email', 'password', 'organization'], async (given) => {
    const organization = text(given, 'organization').trim()
    const { token } = await call('accounts.register', {
      name: text(given, 'name'),
      email: text(given, 'email').trim(),
      password: text(given, 'password'),
      ...(organization && { organization }),
    })
    startSession(token)
  })
  return (
    <Entrance title="Make an account" text="Run software projects together with people and AI agents.">
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label="Your name" error={form.errorOf('name')}>
          {(control) => <input {...control} name="name" autoComplete="name" autoFocus className="control" />}
        </Field>
        <Field label="E-mail address" error={form.errorOf('email')}>
          {(control) => (
            <input {...control} name="email" type="email" autoComplete="email" className="control" />
          )}
        </Field>
        <PasswordField autoComplete="new-password" hint={passwordRule} error={form.errorOf('password')} />
        <Field
          label="Organization (optional)"
          hint="Where your projects live. You can leave it out."
          error={form.errorOf('organization')}
        >
          {(control) => (
            <input {...control} name="organization" autoComplete="organization" className="control" />
          )}
        </Field>
        <Button type="submit" kind="primary" busy={form.busy} className="mt-1 h-9">
          Make account
        </Button>
      </form>
      <p className="mt-6 text-muted">
        You have one already?{' '}
        <Link to="/sign-in" search={{ to }} className="font-medium text-accent underline underline-offset-2">
          Sign in
        </Link>
      </p>
    </Entrance>
  )
}

function passwordRule(value: string) {
  if (value.length >= shortest) return <span className="text-accent">✓ Long enough.</span>
  return `At least ${shortest} characters${value ? `, ${shortest - value.length} to go` : ''}. A sentence is a good password.`
}
