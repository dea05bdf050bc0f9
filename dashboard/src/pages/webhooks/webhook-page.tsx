import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { MenuItem, MenuLink, RowMenu } from '../../ui/menu.tsx'
import { card } from '../../ui/section.tsx'
import { Time, exactTime } from '../../ui/time.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { refreshKinds } from '../../write.ts'
import { Deliveries } from './deliveries.tsx'
import { chosenInWords } from './event-kinds.ts'
import { NewSecret } from './new-secret.tsx'
import type { Webhook } from './queries.ts'
import { ThisWebhook } from './this-webhook.tsx'
import { useDeleteWebhook, usePauseWebhook, useSendNow } from './webhook-changes.ts'
import { WebhookState } from './webhook-state.tsx'

/** One webhook: what it is told, and what has come of it. */
export function WebhookPage() {
  const { webhook } = useParams({ from: '/shell/organization/webhooks/$webhook' })
  return <ThisWebhook id={webhook}>{(found) => <Shown key={found.id} webhook={found} />}</ThisWebhook>
}

type Question = 'rotate' | 'delete'

function Shown({ webhook }: { webhook: Webhook }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const remove = useDeleteWebhook()
  const rotate = async () => {
    setQuestion(null)
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
      <Head webhook={webhook} onAsk={setQuestion} />
      {secret && (
        <NewSecret
          name={webhook.name}
          secret={secret}
          hint="For a day both are used, so that nothing is missed while you put it in place."
          onDone={() => setSecret(null)}
        />
      )}
      {webhook.disabledReason && (
        <p role="alert" className="mt-4 rounded-md bg-danger-soft px-3 py-2">
          Baton switched it off. {webhook.disabledReason}
        </p>
      )}
      <WebhookFacts webhook={webhook} />
      <Deliveries webhook={webhook.id} />
      {question === 'rotate' && (
        <Confirm
          title={`A new secret for ${webhook.name}?`}
          text="The one before goes on for a day: both sign what is sent. After that only the new one counts."
          action="Make a new secret"
          onClose={() => setQuestion(null)}
          onConfirm={() => void rotate()}
        />
      )}
      {question === 'delete' && (
        <Confirm
          title={`Delete ${webhook.name}?`}
          text="It is told nothing more, and its log is gone. This cannot be undone."
          action="Delete"
          onClose={() => setQuestion(null)}
          onConfirm={() => {
            setQuestion(null)
            remove.mutate(webhook)
          }}
        />
      )}
    </>
  )
}

function Head({ webhook, onAsk }: { webhook: Webhook; onAsk: (question: Question) => void }) {
  const pause = usePauseWebhook()
  const ping = useSendNow(webhook.id)
  return (
    <div className="mt-8 flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-60">
        <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
          <span className="wrap-anywhere">{webhook.name}</span>
          <WebhookState webhook={webhook} />
        </h2>
        {webhook.description && (
          <p className="max-w-prose whitespace-pre-wrap text-muted">{webhook.description}</p>
        )}
      </div>
      {webhook.may.edit && (
        <div className="flex items-center gap-2">
          <Button busy={ping.isPending} onClick={() => ping.mutate(null)}>
            Ping
          </Button>
          <Button onClick={() => pause.mutate(webhook)}>{webhook.active ? 'Pause' : 'Resume'}</Button>
          <RowMenu label={`What else can be done with ${webhook.name}`}>
            <MenuLink to="/organization/webhooks/$webhook/edit" params={{ webhook: webhook.id }}>
              Edit
            </MenuLink>
            <MenuItem onSelect={() => onAsk('rotate')}>New secret</MenuItem>
            <MenuItem danger onSelect={() => onAsk('delete')}>
              Delete
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
        <Fact name="Address">
          <span className="font-mono text-xs">{url}</span>
        </Fact>
        <Fact name="Told of">{chosenInWords(events)}</Fact>
        <Fact name="From">{project ? `The project ${project.name}` : 'What every member can see'}</Fact>
        {failingSince && (
          <Fact name="Failing">
            Nothing has arrived since <Time at={failingSince} />
          </Fact>
        )}
        {oldSecretUntil && (
          <Fact name="Old secret">Signs too until {exactTime(new Date(oldSecretUntil))}</Fact>
        )}
      </Facts>
    </div>
  )
}
