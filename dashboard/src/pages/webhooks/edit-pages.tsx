import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.ts'
import { NewSecret } from './new-secret.tsx'
import type { NewWebhook } from './queries.ts'
import { texts } from './texts.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookLoader } from './webhook-loader.tsx'

const { editPages } = texts

export function NewWebhookPage() {
  const navigate = useNavigate()
  const [created, setCreated] = useState<NewWebhook | null>(null)
  const open = (webhook: string) =>
    void navigate({ to: '/organization/webhooks/$webhook', params: { webhook } })
  if (created)
    return <NewSecret name={created.name} secret={created.secret} onDone={() => open(created.id)} />
  return (
    <Section title={editPages.createTitle}>
      <title>{`${editPages.createTitle} · Baton`}</title>
      <WebhookForm onCreated={setCreated} />
    </Section>
  )
}

export function EditWebhookPage() {
  const { webhook: id } = useParams({ from: '/shell/organization/webhooks/$webhook/edit' })
  const navigate = useNavigate()
  return (
    <WebhookLoader id={id}>
      {(webhook) => (
        <Section title={editPages.editTitle(webhook.name)}>
          <title>{`${webhook.name} · Baton`}</title>
          <WebhookForm
            webhook={webhook}
            onSaved={(name) => {
              showToast({ text: editPages.saved(name) })
              void navigate({ to: '/organization/webhooks/$webhook', params: { webhook: id } })
            }}
          />
        </Section>
      )}
    </WebhookLoader>
  )
}
