import { PlugIcon } from 'lucide-react'
import { useState } from 'react'
import { useRemoval } from '../../change.ts'
import { type Integration, call } from '../../client.ts'
import { read, useRead } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { PageTitle, Row, Rows } from '../../ui/section.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { IntegrationDialog } from './integration-dialog.tsx'
import { type Provider, providers } from './providers.ts'
import { texts } from './texts.ts'

const { integrationsPage: page, confirmDisconnect } = texts

export function IntegrationsPage() {
  const integrations = useRead('integrations.listOwn', {})
  const [edited, setEdited] = useState<Provider | null>(null)
  const disconnect = useRemoval<Integration>({
    kinds: ['integration'],
    queryKey: read('integrations.listOwn', {}).queryKey,
    idOf: ({ provider }) => provider,
    send: ({ provider }) => call('integrations.disconnectOwn', { provider }),
    done: ({ provider }) => showToast({ text: page.disconnected(texts.providers[provider].name) }),
  })
  const [askToDisconnect, dialog] = useConfirm<Integration>(
    ({ provider }) => ({
      ...confirmDisconnect,
      title: confirmDisconnect.title(texts.providers[provider].name),
    }),
    disconnect.mutate,
  )
  return (
    <Loaded query={integrations} noun={page.noun}>
      {({ items }) => {
        const connected = new Map(items.map((each) => [each.provider, each]))
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
                  onDisconnect={askToDisconnect}
                />
              ))}
            </Rows>
            {dialog}
            {edited && (
              <IntegrationDialog
                provider={edited}
                integration={connected.get(edited)}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )
      }}
    </Loaded>
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
