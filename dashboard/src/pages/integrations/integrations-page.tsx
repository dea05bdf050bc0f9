import { useState } from 'react'
import { useRemoval } from '../../change.ts'
import { type Integration, call } from '../../client.ts'
import { read, useRead } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { PlugIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { PageTitle, Row, Rows } from '../../ui/section.tsx'
import { IntegrationDialog } from './integration-dialog.tsx'
import { type Provider, providers } from './providers.ts'

export function IntegrationsPage() {
  const integrations = useRead('integrations.listOwn', {})
  const [edited, setEdited] = useState<Provider | null>(null)
  const [doomed, setDoomed] = useState<Integration | null>(null)
  const disconnect = useRemoval<Integration>({
    kinds: ['integration'],
    queryKey: read('integrations.listOwn', {}).queryKey,
    idOf: ({ provider }) => provider,
    send: ({ provider }) => call('integrations.disconnectOwn', { provider }),
    done: ({ provider }) => showToast({ text: `${providers[provider].name} is disconnected.` }),
  })
  if (integrations.isPending) return <Loading what="integrations" />
  if (!integrations.data)
    return <Trouble error={integrations.error} onRetry={() => void integrations.refetch()} />
  const connected = new Map(integrations.data.items.map((each) => [each.provider, each]))
  return (
    <>
      <PageTitle
        title="Integrations"
        text="Services that you use with a key of your own. The key is kept encrypted and never shown again, not even to you. Nothing in this version of Baton uses them yet: they wait for what will."
      />
      <Rows label="Integrations">
        {(Object.keys(providers) as Provider[]).map((provider) => (
          <IntegrationRow
            key={provider}
            provider={provider}
            integration={connected.get(provider)}
            onEdit={() => setEdited(provider)}
            onDisconnect={setDoomed}
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
      {doomed && (
        <Confirm
          title={`Disconnect ${providers[doomed.provider].name}?`}
          text="Baton forgets your key for it, for good. The key itself stays valid there until you revoke it."
          action="Disconnect"
          onClose={() => setDoomed(null)}
          onConfirm={() => {
            disconnect.mutate(doomed)
            setDoomed(null)
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
  const { name, use } = providers[provider]
  if (!integration)
    return (
      <Row icon={<PlugIcon />} name={name} detail={use}>
        <Button aria-label={`Connect ${name}`} onClick={onEdit}>
          Connect
        </Button>
      </Row>
    )
  const { label, baseUrl, hint, updatedAt } = integration
  return (
    <Row
      icon={<PlugIcon />}
      name={label ?? name}
      badges={<Badge tone="accent">Connected</Badge>}
      detail={
        <>
          {label && `${name} · `}
          {hint && (
            <>
              key ends in <code className="font-mono text-xs">{hint}</code> ·{' '}
            </>
          )}
          {baseUrl && `${baseUrl} · `}set <Time at={updatedAt} />
        </>
      }
    >
      <Button aria-label={`Change ${name}`} onClick={onEdit}>
        Change
      </Button>
      <Button aria-label={`Disconnect ${name}`} onClick={() => onDisconnect(integration)}>
        Disconnect
      </Button>
    </Row>
  )
}
