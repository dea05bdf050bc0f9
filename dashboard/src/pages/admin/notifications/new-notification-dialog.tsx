import { useState } from 'react'
import { type InputOf, type OutputOf, call } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckField, CheckGroup, TextAreaField, TextField } from '../../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { text, useSubmit } from '../../../ui/submit.ts'
import { useAction } from '../../../ui/action.ts'
import { showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { texts } from './texts.ts'

const labels = texts.dialog

type Input = InputOf<'announcements.send'>
type Preview = OutputOf<'announcements.send'>

/** Asks for the notification, then shows the number of recipients and a preview before it is sent. */
export function NewNotificationDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<{ input: Input; preview: Preview } | null>(null)
  const [to, setTo] = useState<Input['to']>('all')
  const form = useSubmit(async (given) => {
    const input = inputOf(given, to)
    setDraft({ input, preview: await call('announcements.send', { ...input, dryRun: true }) })
  })
  return (
    <Dialog title={labels.title} onClose={onClose}>
      {draft && <PreviewStep {...draft} onBack={() => setDraft(null)} onDone={onClose} />}
      {/* Stays mounted, so that Back shows the same values. */}
      <div className={draft ? 'hidden' : ''}>
        <Form form={form} operation="announcements.send">
          <SelectField
            name="to"
            label={labels.to}
            defaultValue={to}
            options={Object.entries(texts.audiences).map(([value, name]) => ({
              value: value as Input['to'],
              name,
            }))}
            onChange={setTo}
          />
          {to === 'organization' && (
            <TextField name="organization" label={labels.organization} hint={labels.organizationHint} />
          )}
          {to === 'team' && <TextField name="team" label={labels.team} hint={labels.teamHint} />}
          {to === 'people' && (
            <TextAreaField name="people" label={labels.people} hint={labels.peopleHint} rows={2} />
          )}
          <TextField name="title" label={labels.titleField} />
          <TextAreaField name="body" label={labels.body} rows={4} />
          <CheckGroup name="inApp" legend={labels.channels}>
            <CheckField name="inApp" label={labels.inApp} defaultChecked />
            <CheckField name="email" label={labels.email} hint={labels.emailHint} />
          </CheckGroup>
          <TextField name="sendAt" type="datetime-local" label={labels.sendAt} hint={labels.sendAtHint} />
          <div className="flex justify-end gap-2">
            <SubmitButton>{labels.preview}</SubmitButton>
          </div>
        </Form>
      </div>
    </Dialog>
  )
}

interface PreviewStepProps {
  input: Input
  preview: Preview
  onBack: () => void
  onDone: () => void
}

function PreviewStep({ input, preview, onBack, onDone }: PreviewStepProps) {
  const send = useAction(async () => {
    await write('announcements.send', input)
    showToast({ text: (input.sendAt === undefined ? labels.sent : labels.scheduled)(input.title) })
    onDone()
  })
  const { title, body, emailSubject, emailText } = preview.preview
  return (
    <div className="flex flex-col gap-4">
      <FormMessage>{send.message}</FormMessage>
      <p>{labels.counts(preview.recipients, preview.emails)}</p>
      <div className="rounded-lg border p-4">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="whitespace-pre-wrap text-muted wrap-anywhere">{body}</p>
      </div>
      {emailText !== null && (
        <div className="rounded-lg border p-4">
          <p className="mb-2 text-[13px] text-muted">
            {labels.emailSubject}: <span className="text-ink">{emailSubject}</span>
          </p>
          <pre className="font-sans text-[13px] whitespace-pre-wrap wrap-anywhere">{emailText}</pre>
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>{labels.back}</Button>
        <Button kind="primary" busy={send.busy} disabled={preview.recipients === 0} onClick={send.run}>
          {labels.send}
        </Button>
      </div>
    </div>
  )
}

function inputOf(given: FormData, to: Input['to']): Input {
  const sendAt = text(given, 'sendAt')
  return {
    to,
    ...(to === 'organization' && { organization: text(given, 'organization') }),
    ...(to === 'team' && { team: text(given, 'team') }),
    ...(to === 'people' && {
      people: text(given, 'people')
        .split(/[\s,;]+/)
        .filter((person) => person !== ''),
    }),
    title: text(given, 'title'),
    body: text(given, 'body'),
    inApp: given.has('inApp'),
    email: given.has('email'),
    ...(sendAt !== '' && { sendAt: new Date(sendAt).toISOString() }),
  }
}
