import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, call } from '../../client.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Section, card } from '../../ui/section.tsx'
import { texts } from './texts.ts'

export function EmailSection({ profile }: { profile: Profile }) {
  const labels = texts.emailSection
  const [changing, setChanging] = useState<boolean>()
  const [requested, setRequested] = useState<string | null>(null)
  const resend = useMutation({
    mutationFn: () => call('accounts.sendVerification', {}),
    onSuccess: () => showToast({ text: labels.linkSent(profile.email) }),
    onError: showProblem,
  })
  return (
    <Section title={labels.title} text={labels.intro}>
      <div className={card}>
        <div className="flex flex-wrap items-center gap-2 px-5 py-3.5">
          <span className="mr-auto flex min-w-0 flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{profile.email}</span>
            {profile.emailVerified ? (
              <Badge tone="accent">{labels.confirmed}</Badge>
            ) : (
              <Badge tone="attention">{labels.notConfirmed}</Badge>
            )}
          </span>
          {!profile.emailVerified && (
            <Button busy={resend.isPending} onClick={() => resend.mutate()}>
              {labels.resendLink}
            </Button>
          )}
          {!changing && (
            <Button autoFocus={changing === false} onClick={() => setChanging(true)}>
              {labels.changeAddress}
            </Button>
          )}
        </div>
        {requested && requested !== profile.email && (
          <p role="status" className="border-t bg-accent-soft px-5 py-2.5">
            {labels.changeLinkSent(requested)}
          </p>
        )}
        {changing && (
          <ChangeForm
            onClose={() => setChanging(false)}
            onRequested={(email) => {
              setRequested(email)
              setChanging(false)
            }}
          />
        )}
        <NoMailNote needed={changing === true || requested !== null || !profile.emailVerified} />
      </div>
    </Section>
  )
}

interface ChangeFormProps {
  onClose: () => void
  onRequested: (email: string) => void
}

function ChangeForm({ onClose, onRequested }: ChangeFormProps) {
  const labels = texts.emailSection
  const form = useSubmit(async (given) => {
    const email = text(given, 'email').trim()
    await call('accounts.changeEmail', { email })
    onRequested(email)
  })
  return (
    <Form form={form} operation="accounts.changeEmail" className="flex flex-col gap-3 border-t px-5 py-4">
      <TextField
        name="email"
        label={labels.newAddress}
        hint={labels.newAddressHint}
        type="email"
        autoComplete="email"
        autoFocus
      />
      <FormButtons submitLabel={labels.sendLink} onCancel={onClose} />
    </Form>
  )
}

/** Explains to a user who waits for an email that the instance can't send any. */
function NoMailNote({ needed }: { needed: boolean }) {
  const { data } = useQuery({ ...signInOptionsQuery, enabled: needed })
  if (!needed || data?.mail !== false) return null
  return <p className="border-t px-5 py-2.5 text-[13px] text-muted">{sharedTexts.noMailServer}</p>
}
