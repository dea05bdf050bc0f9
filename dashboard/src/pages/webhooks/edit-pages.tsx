import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeading } from '../../ui/page.tsx'
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
    return (
      <>
        <PageHeading title={created.name} />
        <NewSecret name={created.name} secret={created.secret} onDone={() => open(created.id)} />
      </>
    )
  return (
    <>
      <title>{`${editPages.createTitle} · Baton`}</title>
      <PageHeading title={editPages.createTitle} />
      <WebhookForm onCreated={setCreated} />
    </>
  )
}

export function EditWebhookPage() {
  const { webhook: id } = useParams({ from: '/shell/organization/webhooks/$webhook/edit' })
  const navigate = useNavigate()
  return (
    <WebhookLoader id={id}>
      {(webhook) => (
        <>
          <title>{`${webhook.name} · Baton`}</title>
          <PageHeading title={editPages.editTitle(webhook.name)} />
          <WebhookForm
            webhook={webhook}
            onSaved={(name) => {
              showToast({ text: editPages.saved(name) })
              void navigate({ to: '/organization/webhooks/$webhook', params: { webhook: id } })
            }}
          />
        </>
      )}
    </WebhookLoader>
  )
}
