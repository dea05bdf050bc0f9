import { useMutation, useQuery } from '@tanstack/react-query'
import { LinkIcon } from 'lucide-react'
import { useRemoval } from '../../change.ts'
import { type ConnectedAccount, call } from '../../client.ts'
import { signInOptionsQuery } from '../../queries.ts'
import { read, useRead } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Row, Rows, Section, card } from '../../ui/section.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { OAuthReturn } from './oauth-return.tsx'
import { texts } from './texts.ts'

export function ConnectedAccountsSection() {
  return (
    <Section title={texts.title} text={texts.intro}>
      <OAuthReturn />
      <Providers />
    </Section>
  )
}

function Providers() {
  const accounts = useRead('connectedAccounts.list', {})
  const options = useQuery(signInOptionsQuery)
  const disconnect = useRemoval<ConnectedAccount>({
    kinds: ['identity'],
    queryKey: read('connectedAccounts.list', {}).queryKey,
    idOf: ({ provider }) => provider,
    send: ({ provider }) => call('connectedAccounts.remove', { provider }),
    done: ({ providerName }) => showToast({ text: texts.disconnected(providerName) }),
  })
  const [askToDisconnect, dialog] = useConfirm<ConnectedAccount>(
    ({ providerName }) => ({
      title: texts.disconnectTitle(providerName),
      text: texts.disconnectConsequence,
      action: texts.disconnect,
    }),
    disconnect.mutate,
  )
  if (accounts.isPending || options.isPending) return <Loading noun={texts.loading} />
  if (!accounts.data || !options.data)
    return (
      <LoadError
        error={(accounts.error ?? options.error)!}
        onRetry={() => void Promise.all([accounts.refetch(), options.refetch()])}
      />
    )
  const connected = accounts.data.items
  const offered = options.data.providers.filter(
    ({ id }) => !connected.some(({ provider }) => provider === id),
  )
  if (connected.length + offered.length === 0)
    return <p className={`px-5 py-4 text-muted ${card}`}>{texts.empty}</p>
  return (
    <>
      <Rows label={texts.title}>
        {connected.map((account) => (
          <ConnectedRow
            key={account.provider}
            account={account}
            onDisconnect={() => askToDisconnect(account)}
          />
        ))}
        {offered.map((provider) => (
          <OfferedRow key={provider.id} provider={provider} />
        ))}
      </Rows>
      {dialog}
    </>
  )
}

function ConnectedRow({ account, onDisconnect }: { account: ConnectedAccount; onDisconnect: () => void }) {
  const { providerName, name, email, connectedAt, lastUsedAt } = account
  return (
    <Row
      icon={<LinkIcon />}
      name={providerName}
      badges={<Badge tone="accent">{texts.connected}</Badge>}
      detail={
        <>
          {[name, email].filter(Boolean).join(', ')} · {texts.connectedAt} <Time at={connectedAt} />
          {lastUsedAt && ` · ${texts.used} `}
          {lastUsedAt && <Time at={lastUsedAt} />}
        </>
      }
    >
      <Button aria-label={texts.disconnectLabel(providerName)} onClick={onDisconnect}>
        {texts.disconnect}
      </Button>
    </Row>
  )
}

function OfferedRow({ provider }: { provider: { id: string; name: string } }) {
  const connect = useMutation({
    mutationFn: () => call('connectedAccounts.add', { provider: provider.id }),
    onSuccess: ({ location: url }) => location.assign(url),
    onError: showProblem,
  })
  return (
    <Row icon={<LinkIcon />} name={provider.name} detail={texts.notConnected}>
      <Button
        aria-label={texts.connectLabel(provider.name)}
        // Stays busy until the browser leaves the page.
        busy={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate()}
      >
        {texts.connect}
      </Button>
    </Row>
  )
}
