import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readAll } from '../../read.ts'
import { Empty } from '../../ui/empty.tsx'
import { PlugIcon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section, card } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { chosenInWords } from './event-kinds.ts'
import type { Webhook } from './queries.ts'
import { WebhookState, statusNames } from './webhook-state.tsx'

/** The addresses outside that are told what happens in the organization. */
export function WebhooksPage() {
  const query = useQuery(readAll('webhooks.list', {}))
  return (
    <Section
      title="Webhooks"
      text="Addresses of other programs that are told what happens here: signed, in order, and again if nobody answers."
      action={
        <LinkButton to="/organization/webhooks/new" kind="primary">
          New webhook
        </LinkButton>
      }
    >
      <title>Webhooks · Baton</title>
      {query.isPending ? (
        <Loading what="webhooks" />
      ) : query.data ? (
        <List webhooks={query.data} />
      ) : (
        <Trouble error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Section>
  )
}

function List({ webhooks }: { webhooks: Webhook[] }) {
  if (webhooks.length === 0)
    return (
      <div className={card}>
        <Empty
          title="Nobody outside is told yet"
          text="Make a webhook to let a build start when a task is done, or to keep another tool up to date."
        />
      </div>
    )
  return (
    <ul aria-label="Webhooks" className={`divide-y ${card}`}>
      {webhooks.map((webhook) => (
        <li key={webhook.id} className="flex items-center gap-3 px-4 py-(--row-inset)">
          <span className="shrink-0 text-muted">
            <PlugIcon />
          </span>
          <div className="min-w-0 grow">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link
                to="/organization/webhooks/$webhook"
                params={{ webhook: webhook.id }}
                className="font-medium wrap-anywhere hover:underline"
              >
                {webhook.name}
              </Link>
              <WebhookState webhook={webhook} />
            </p>
            <p className="font-mono text-xs text-muted wrap-anywhere">{webhook.url}</p>
            <p className="text-[13px] text-muted wrap-anywhere">
              {chosenInWords(webhook.events)}
              {webhook.project && ` in ${webhook.project.name}`}
              {webhook.lastDelivery && (
                <>
                  {' · '}
                  {statusNames[webhook.lastDelivery.status].toLowerCase()}{' '}
                  <Time at={webhook.lastDelivery.at} />
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
