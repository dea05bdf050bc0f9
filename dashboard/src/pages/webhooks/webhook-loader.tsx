import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readAll } from '../../read.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import type { Webhook } from './queries.ts'
import { texts } from './texts.ts'

interface WebhookLoaderProps {
  id: string
  children: (webhook: Webhook) => ReactNode
}

/** Loads a webhook and renders `children` with it. */
export function WebhookLoader({ id, children }: WebhookLoaderProps) {
  const query = useQuery(readAll('webhooks.list', {}))
  const { title, text, all } = texts.notFound
  return (
    <Loaded query={query} noun={texts.webhooksPage.noun}>
      {(webhooks) => {
        const webhook = webhooks.find((each) => each.id === id)
        if (webhook) return children(webhook)
        return (
          <Empty title={title} text={text}>
            <TextLink to="/organization/webhooks">{all}</TextLink>
          </Empty>
        )
      }}
    </Loaded>
  )
}
