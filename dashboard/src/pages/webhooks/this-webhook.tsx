import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readAll } from '../../read.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import type { Webhook } from './queries.ts'

/** The webhook of a page, once it was read. */
export function ThisWebhook({ id, children }: { id: string; children: (webhook: Webhook) => ReactNode }) {
  const query = useQuery(readAll('webhooks.list', {}))
  if (query.isPending) return <Loading what="webhooks" />
  if (!query.data) return <Trouble error={query.error} onRetry={() => void query.refetch()} />
  const webhook = query.data.find((each) => each.id === id)
  if (webhook) return children(webhook)
  return (
    <Empty title="There is no such webhook" text="It was removed, or it belongs to another organization.">
      <Link to="/organization/webhooks" className="font-medium text-accent underline underline-offset-2">
        All webhooks
      </Link>
    </Empty>
  )
}
