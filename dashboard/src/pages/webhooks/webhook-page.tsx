import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { MenuItem, MenuLink, RowMenu } from '../../ui/menu.tsx'
import { headingClass } from '../../ui/page.tsx'
import { card } from '../../ui/section.tsx'
import { Time, exactTime } from '../../ui/time.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { refreshKinds } from '../../write.ts'
import { Deliveries } from './deliveries.tsx'
import { describeEvents } from './event-kinds.ts'
import { NewSecret } from './new-secret.tsx'
import type { Webhook } from './queries.ts'
import { texts } from './texts.ts'
import { useDeleteWebhook, usePauseWebhook, useSendNow } from './webhook-changes.ts'
import { WebhookLoader } from './webhook-loader.tsx'
import { WebhookState } from './webhook-state.tsx'

const page = texts.webhookPage

/** One webhook: its settings and its deliveries. */
export function WebhookPage() {
  const { webhook } = useParams({ from: '/shell/organization/webhooks/$webhook' })
  return (
    <WebhookLoader id={webhook}>{(found) => <WebhookContent key={found.id} webhook={found} />}</WebhookLoader>
  )
}

type Confirmation = 'rotate' | 'delete'

function WebhookContent({ webhook }: { webhook: Webhook }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const remove = useDeleteWebhook()
  const rotate = async () => {
    setConfirmation(null)
    try {
      const options = { ifMatch: webhook.version }
      setSecret((await call('webhooks.rotateSecret', { webhook: webhook.id }, options)).secret)
    } catch (error) {
      showProblem(error as Error)
    }
    await refreshKinds('webhook')
  }
  return (
    <>
      <title>{`${webhook.name} · Baton`}</title>
      <WebhookHeader webhook={webhook} onSelect={setConfirmation} />
      {secret && <NewSecret name={webhook.name} secret={secret} isRotation onDone={() => setSecret(null)} />}
      {webhook.disabledReason && (
        <p role="alert" className="mt-4 rounded-md bg-danger-soft px-3 py-2">
          {page.disabled(webhook.disabledReason)}
        </p>
      )}
      <WebhookFacts webhook={webhook} />
      <Deliveries webhook={webhook.id} />
      {confirmation === 'rotate' && (
        <Confirm
          title={page.confirmRotate.title(webhook.name)}
          text={page.confirmRotate.text}
          action={page.confirmRotate.action}
          onClose={() => setConfirmation(null)}
          onConfirm={() => void rotate()}
        />
      )}
      {confirmation === 'delete' && (
        <Confirm
          title={page.confirmDelete.title(webhook.name)}
          text={page.confirmDelete.text}
          action={page.confirmDelete.action}
          onClose={() => setConfirmation(null)}
          onConfirm={() => {
            setConfirmation(null)
            remove.mutate(webhook)
          }}
        />
      )}
    </>
  )
}

interface WebhookHeaderProps {
  webhook: Webhook
  onSelect: (action: Confirmation) => void
}

function WebhookHeader({ webhook, onSelect }: WebhookHeaderProps) {
  const pause = usePauseWebhook()
  const ping = useSendNow(webhook.id)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-60">
        <h1 className={`flex flex-wrap items-center gap-2 ${headingClass}`}>
          <span className="wrap-anywhere">{webhook.name}</span>
          <WebhookState webhook={webhook} />
        </h1>
        {webhook.description && (
          <p className="max-w-prose whitespace-pre-wrap text-muted">{webhook.description}</p>
        )}
      </div>
      {webhook.may.edit && (
        <div className="flex items-center gap-2">
          <Button busy={ping.isPending} onClick={() => ping.mutate(null)}>
            {page.ping}
          </Button>
          <Button onClick={() => pause.mutate(webhook)}>{webhook.active ? page.pause : page.resume}</Button>
          <RowMenu label={page.actions(webhook.name)}>
            <MenuLink to="/organization/webhooks/$webhook/edit" params={{ webhook: webhook.id }}>
              {page.edit}
            </MenuLink>
            <MenuItem onSelect={() => onSelect('rotate')}>{page.rotate}</MenuItem>
            <MenuItem danger onSelect={() => onSelect('delete')}>
              {page.delete}
            </MenuItem>
          </RowMenu>
        </div>
      )}
    </div>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { url, events, project, failingSince, oldSecretUntil } = webhook
  return (
    <div className={`mt-4 p-4 ${card}`}>
      <Facts>
        <Fact name={page.url}>
          <span className="font-mono text-xs">{url}</span>
        </Fact>
        <Fact name={page.events}>{describeEvents(events)}</Fact>
        <Fact name={page.source}>{project ? page.project(project.name) : page.organization}</Fact>
        {failingSince && (
          <Fact name={page.failingSince}>
            <Time at={failingSince} />
          </Fact>
        )}
        {oldSecretUntil && (
          <Fact name={page.oldSecret}>{page.oldSecretUntil(exactTime(new Date(oldSecretUntil)))}</Fact>
        )}
      </Facts>
    </div>
  )
}
