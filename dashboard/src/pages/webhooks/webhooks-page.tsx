import { useQuery } from '@tanstack/react-query'
import { PlugIcon } from 'lucide-react'
import { readAll } from '../../read.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Rows, card } from '../../ui/section.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Time } from '../../ui/time.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { describeEvents } from './event-kinds.ts'
import type { Webhook } from './queries.ts'
import { texts } from './texts.ts'
import { WebhookState } from './webhook-state.tsx'

const page = texts.webhooksPage

/** The webhooks of the organization. */
export function WebhooksPage() {
  const query = useQuery(readAll('webhooks.list', {}))
  return (
    <>
      <title>{`${page.title} · Baton`}</title>
      <PageHeading
        title={page.title}
        text={page.intro}
        actions={
          <LinkButton to="/organization/webhooks/new" kind="primary">
            {page.create}
          </LinkButton>
        }
      />
      <Loaded query={query} noun={page.noun}>
        {(webhooks) => <List webhooks={webhooks} />}
      </Loaded>
    </>
  )
}

function List({ webhooks }: { webhooks: Webhook[] }) {
  if (webhooks.length === 0)
    return (
      <div className={card}>
        <Empty {...page.empty} />
      </div>
    )
  return (
    <Rows label={page.title}>
      {webhooks.map((webhook) => (
        <li key={webhook.id} className="flex items-center gap-3 px-4 py-(--row-inset)">
          <span className="shrink-0 text-muted">
            <PlugIcon />
          </span>
          <div className="min-w-0 grow">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <TitleLink to="/organization/webhooks/$webhook" params={{ webhook: webhook.id }}>
                {webhook.name}
              </TitleLink>
              <WebhookState webhook={webhook} />
            </p>
            <p className="font-mono text-xs text-muted wrap-anywhere">{webhook.url}</p>
            <p className="text-[13px] text-muted wrap-anywhere">
              {describeEvents(webhook.events)}
              {webhook.project && page.inProject(webhook.project.name)}
              {webhook.lastDelivery && (
                <>
                  {' · '}
                  {texts.deliveryStatus[webhook.lastDelivery.status].toLowerCase()}{' '}
                  <Time at={webhook.lastDelivery.at} />
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </Rows>
  )
}
