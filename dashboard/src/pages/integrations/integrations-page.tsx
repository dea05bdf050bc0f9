import { PlugIcon } from 'lucide-react'
import { useState } from 'react'
import { useRemoval } from '../../change.ts'
import { type Integration, call } from '../../client.ts'
import { read, useRead } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { PageTitle, Row, Rows } from '../../ui/section.tsx'
import { IntegrationDialog } from './integration-dialog.tsx'
import { type Provider, providers } from './providers.ts'
import { texts } from './texts.ts'

const { integrationsPage: page, confirmDisconnect } = texts

export function IntegrationsPage() {
  const integrations = useRead('integrations.listOwn', {})
  const [edited, setEdited] = useState<Provider | null>(null)
  const [pendingRemoval, setPendingRemoval] = useState<Integration | null>(null)
  const disconnect = useRemoval<Integration>({
    kinds: ['integration'],
    queryKey: read('integrations.listOwn', {}).queryKey,
    idOf: ({ provider }) => provider,
    send: ({ provider }) => call('integrations.disconnectOwn', { provider }),
    done: ({ provider }) => showToast({ text: page.disconnected(texts.providers[provider].name) }),
  })
  if (integrations.isPending) return <Loading noun={page.noun} />
  if (!integrations.data)
    return <LoadError error={integrations.error} onRetry={() => void integrations.refetch()} />
  const connected = new Map(integrations.data.items.map((each) => [each.provider, each]))
  return (
    <>
      <PageTitle title={page.title} text={page.intro} />
      <Rows label={page.title}>
        {providers.map((provider) => (
          <IntegrationRow
            key={provider}
            provider={provider}
            integration={connected.get(provider)}
            onEdit={() => setEdited(provider)}
            onDisconnect={setPendingRemoval}
          />
        ))}
      </Rows>
      {edited && (
        <IntegrationDialog
          provider={edited}
          integration={connected.get(edited)}
          onClose={() => setEdited(null)}
        />
      )}
      {pendingRemoval && (
        <Confirm
          title={confirmDisconnect.title(texts.providers[pendingRemoval.provider].name)}
          text={confirmDisconnect.text}
          action={confirmDisconnect.action}
          onClose={() => setPendingRemoval(null)}
          onConfirm={() => {
            disconnect.mutate(pendingRemoval)
            setPendingRemoval(null)
          }}
        />
      )}
    </>
  )
}

interface IntegrationRowProps {
  provider: Provider
  integration: Integration | undefined
  onEdit: () => void
  onDisconnect: (integration: Integration) => void
}

function IntegrationRow({ provider, integration, onEdit, onDisconnect }: IntegrationRowProps) {
  const { name, purpose } = texts.providers[provider]
  if (!integration)
    return (
      <Row icon={<PlugIcon />} name={name} detail={purpose}>
        <Button aria-label={page.connectLabel(name)} onClick={onEdit}>
          {page.connect}
        </Button>
      </Row>
    )
  const { label, baseUrl, hint, updatedAt } = integration
  return (
    <Row
      icon={<PlugIcon />}
      name={label ?? name}
      badges={<Badge tone="accent">{page.connected}</Badge>}
      detail={
        <>
          {label && `${name} · `}
          {hint && (
            <>
              {page.keyEndsIn} <code className="font-mono text-xs">{hint}</code> ·{' '}
            </>
          )}
          {baseUrl && `${baseUrl} · `}
          {page.updated} <Time at={updatedAt} />
        </>
      }
    >
      <Button aria-label={page.editLabel(name)} onClick={onEdit}>
        {page.edit}
      </Button>
      <Button aria-label={page.disconnectLabel(name)} onClick={() => onDisconnect(integration)}>
        {page.disconnect}
      </Button>
    </Row>
  )
}
