import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readAll } from '../../read.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import type { Webhook } from './queries.ts'
import { texts } from './texts.ts'

interface WebhookLoaderProps {
  id: string
  children: (webhook: Webhook) => ReactNode
}

/** Loads a webhook and renders `children` with it. */
export function WebhookLoader({ id, children }: WebhookLoaderProps) {
  const query = useQuery(readAll('webhooks.list', {}))
  if (query.isPending) return <Loading noun={texts.webhooksPage.noun} />
  if (!query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  const webhook = query.data.find((each) => each.id === id)
  if (webhook) return children(webhook)
  const { title, text, all } = texts.notFound
  return (
    <Empty title={title} text={text}>
      <Link to="/organization/webhooks" className="font-medium text-accent underline underline-offset-2">
        {all}
      </Link>
    </Empty>
  )
}
