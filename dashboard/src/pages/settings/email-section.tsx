import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, call } from '../../client.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Section, card } from '../../ui/section.tsx'

export function EmailSection({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState<boolean>()
  const [asked, setAsked] = useState<string | null>(null)
  const resend = useMutation({
    mutationFn: () => call('accounts.sendVerification', {}),
    onSuccess: () => showToast({ text: `A link is on its way to ${profile.email}.` }),
    onError: showProblem,
  })
  return (
    <Section title="E-mail address" text="You sign in with it, and it is where Baton writes to you.">
      <div className={card}>
        <div className="flex flex-wrap items-center gap-2 px-5 py-3.5">
          <span className="mr-auto flex min-w-0 flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{profile.email}</span>
            {profile.emailVerified ? (
              <Badge tone="accent">Confirmed</Badge>
            ) : (
              <Badge tone="attention">Not confirmed</Badge>
            )}
          </span>
          {!profile.emailVerified && (
            <Button busy={resend.isPending} onClick={() => resend.mutate()}>
              Send the link again
            </Button>
          )}
          {!changing && (
            <Button autoFocus={changing === false} onClick={() => setChanging(true)}>
              Change address
            </Button>
          )}
        </div>
        {asked && asked !== profile.email && (
          <p role="status" className="border-t bg-accent-soft px-5 py-2.5">
            We have sent a link to <strong className="font-medium">{asked}</strong>. Your address changes when
            you follow it; until then, everything stays as it is.
          </p>
        )}
        {changing && (
          <ChangeForm
            onClose={() => setChanging(false)}
            onAsked={(email) => {
              setAsked(email)
              setChanging(false)
            }}
          />
        )}
        <NoMailNote needed={changing === true || asked !== null || !profile.emailVerified} />
      </div>
    </Section>
  )
}

function ChangeForm({ onClose, onAsked }: { onClose: () => void; onAsked: (email: string) => void }) {
  const form = useSubmit(['email'], async (given) => {
    const email = text(given, 'email').trim()
    await call('accounts.changeEmail', { email })
    onAsked(email)
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-3 border-t px-5 py-4">
      <FormMessage>{form.message}</FormMessage>
      <Field
        label="New address"
        hint="A link is sent there. Your address changes when you follow it."
        error={form.errorOf('email')}
      >
        {(control) => (
          <input {...control} name="email" type="email" autoComplete="email" autoFocus className="control" />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          Send the link
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** Whoever waits for a mail should know when none can come. */
function NoMailNote({ needed }: { needed: boolean }) {
  const { data } = useQuery({ ...signInOptionsQuery, enabled: needed })
  if (!needed || data?.mail !== false) return null
  return (
    <p className="border-t px-5 py-2.5 text-[13px] text-muted">
      This instance has no mail server: its operator finds the mail in the outbox of the data folder.
    </p>
  )
}
