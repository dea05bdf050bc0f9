import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRemoval } from '../../change.ts'
import { type ConnectedAccount, call } from '../../client.ts'
import { connectedAccountsQuery, signInOptionsQuery } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { LinkIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { Row, Rows, Section, card } from '../../ui/section.tsx'
import { OAuthReturn } from './oauth-return.tsx'

export function ConnectedAccountsSection() {
  return (
    <Section
      title="Connected accounts"
      text="An account elsewhere that opens your account here. Baton learns your name and address there, and nothing else."
    >
      <OAuthReturn />
      <Providers />
    </Section>
  )
}

function Providers() {
  const accounts = useQuery(connectedAccountsQuery)
  const options = useQuery(signInOptionsQuery)
  const [doomed, setDoomed] = useState<ConnectedAccount | null>(null)
  const disconnect = useRemoval<ConnectedAccount>({
    queryKey: connectedAccountsQuery.queryKey,
    idOf: ({ provider }) => provider,
    send: ({ provider }) => call('connectedAccounts.remove', { provider }),
    done: ({ providerName }) => showToast({ text: `${providerName} is disconnected.` }),
  })
  if (accounts.isPending || options.isPending) return <Loading what="connected accounts" />
  if (!accounts.data || !options.data)
    return (
      <Trouble
        error={(accounts.error ?? options.error)!}
        onRetry={() => void Promise.all([accounts.refetch(), options.refetch()])}
      />
    )
  const connected = accounts.data.items
  const offered = options.data.providers.filter(
    ({ id }) => !connected.some(({ provider }) => provider === id),
  )
  if (connected.length + offered.length === 0)
    return (
      <p className={`px-5 py-4 text-muted ${card}`}>
        This instance offers none. Its operator can set up GitHub, Google and GitLab.
      </p>
    )
  return (
    <>
      <Rows label="Connected accounts">
        {connected.map((account) => (
          <ConnectedRow key={account.provider} account={account} onDisconnect={() => setDoomed(account)} />
        ))}
        {offered.map((provider) => (
          <OfferedRow key={provider.id} provider={provider} />
        ))}
      </Rows>
      {doomed && (
        <Confirm
          title={`Disconnect ${doomed.providerName}?`}
          text="It no longer signs you in here. You can connect it again at any time."
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

function ConnectedRow({ account, onDisconnect }: { account: ConnectedAccount; onDisconnect: () => void }) {
  const { providerName, name, email, connectedAt, lastUsedAt } = account
  return (
    <Row
      icon={<LinkIcon />}
      name={providerName}
      badges={<Badge tone="accent">Connected</Badge>}
      detail={
        <>
          {[name, email].filter(Boolean).join(', ')} · connected <Time at={connectedAt} />
          {lastUsedAt && ' · used '}
          {lastUsedAt && <Time at={lastUsedAt} />}
        </>
      }
    >
      <Button aria-label={`Disconnect ${providerName}`} onClick={onDisconnect}>
        Disconnect
      </Button>
    </Row>
  )
}

function OfferedRow({ provider }: { provider: { id: string; name: string } }) {
  const connect = useMutation({
    mutationFn: () => call('connectedAccounts.add', { provider: provider.id }),
    onSuccess: ({ location: there }) => location.assign(there),
    onError: showProblem,
  })
  return (
    <Row icon={<LinkIcon />} name={provider.name} detail="Not connected">
      <Button
        aria-label={`Connect ${provider.name}`}
        // Until the browser has left the page.
        busy={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate()}
      >
        Connect
      </Button>
    </Row>
  )
}
