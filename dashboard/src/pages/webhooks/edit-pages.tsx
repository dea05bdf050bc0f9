import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.ts'
import { NewSecret } from './new-secret.tsx'
import type { NewWebhook } from './queries.ts'
import { ThisWebhook } from './this-webhook.tsx'
import { WebhookForm } from './webhook-form.tsx'

export function NewWebhookPage() {
  const navigate = useNavigate()
  const [made, setMade] = useState<NewWebhook | null>(null)
  const open = (webhook: string) =>
    void navigate({ to: '/organization/webhooks/$webhook', params: { webhook } })
  if (made) return <NewSecret name={made.name} secret={made.secret} onDone={() => open(made.id)} />
  return (
    <Section title="New webhook">
      <title>New webhook · Baton</title>
      <WebhookForm onMade={setMade} />
    </Section>
  )
}

export function EditWebhookPage() {
  const { webhook: id } = useParams({ from: '/shell/organization/webhooks/$webhook/edit' })
  const navigate = useNavigate()
  return (
    <ThisWebhook id={id}>
      {(webhook) => (
        <Section title={`Edit ${webhook.name}`}>
          <title>{`${webhook.name} · Baton`}</title>
          <WebhookForm
            webhook={webhook}
            onSaved={(name) => {
              showToast({ text: `${name} is saved.` })
              void navigate({ to: '/organization/webhooks/$webhook', params: { webhook: id } })
            }}
          />
        </Section>
      )}
    </ThisWebhook>
  )
}
