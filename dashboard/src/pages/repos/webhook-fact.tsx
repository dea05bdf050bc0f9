import { useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Time } from '../../ui/time.tsx'
import type { RepoDetails } from './repo-changes.ts'
import { texts } from './texts.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

const { webhook: webhookTexts } = texts

type Webhook = OutputOf<'repos.getWebhook'>

/** How changes reach Baton: by webhook, or by regular syncs with the way to a webhook. */
export function WebhookFact({ repo }: { repo: RepoDetails }) {
  const webhook = useRead('repos.getWebhook', { repo: repo.id }).data
  const [isOpen, setIsOpen] = useState(false)
  if (!webhook) return null
  const { state, failure } = webhook
  return (
    <>
      <Sentence webhook={webhook} />
      {failure && <span className="block text-progress">{failure}</span>}
      {repo.host && repo.may.edit && state !== 'active' && (
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="block min-h-7 font-medium text-accent underline underline-offset-2"
        >
          {webhookTexts.setUp}
        </button>
      )}
      {isOpen && <WebhookDialog repo={repo} webhook={webhook} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Sentence({ webhook: { state, receivedAt, pollMinutes } }: { webhook: Webhook }) {
  if (state === 'active')
    return (
      <>
        {webhookTexts.active}
        {receivedAt && (
          <>
            , {webhookTexts.lastDelivery} <Time at={receivedAt} />
          </>
        )}
      </>
    )
  if (state === 'waiting') return webhookTexts.waiting(pollMinutes)
  return webhookTexts.polling(pollMinutes)
}
