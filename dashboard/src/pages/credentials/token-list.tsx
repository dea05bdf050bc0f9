import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../change.ts'
import { type McpToken, call } from '../../client.ts'
import { tokensQuery } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Trouble } from '../../ui/trouble.tsx'

export function TokenList() {
  const tokens = useQuery(tokensQuery)
  const [doomed, setDoomed] = useState<McpToken | null>(null)
  const revoke = useRevoke()
  if (tokens.isPending) return <Loading what="tokens" />
  if (!tokens.data) return <Trouble error={tokens.error} onRetry={() => void tokens.refetch()} />
  if (tokens.data.items.length === 0) return null
  return (
    <section aria-labelledby="tokens" className="mt-9">
      <h2 id="tokens" className="mb-2.5 font-semibold">
        Your tokens
      </h2>
      <ul className="divide-y rounded-lg border bg-surface">
        {tokens.data.items.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setDoomed(token)} />
        ))}
      </ul>
      {doomed && (
        <Confirm
          title={`Revoke “${doomed.name}”?`}
          text="The agent that uses it is disconnected at once. This cannot be undone; make a new token if it should come back."
          action="Revoke"
          onClose={() => setDoomed(null)}
          onConfirm={() => {
            revoke.mutate(doomed)
            setDoomed(null)
          }}
        />
      )}
    </section>
  )
}

function TokenRow({ token, onRevoke }: { token: McpToken; onRevoke: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 grow basis-56">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{token.name}</span>
          {token.agent && <Badge tone="agent">{token.agent.name}</Badge>}
        </p>
        <p className="text-[13px] text-muted">
          <code className="font-mono text-xs">{token.hint}…</code> · {token.scopes.join(', ')} · made{' '}
          <Time at={token.createdAt} />
        </p>
      </div>
      <span className="text-[13px] text-muted">
        {token.lastUsedAt ? (
          <>
            used <Time at={token.lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
      </span>
      <Button onClick={onRevoke} aria-label={`Revoke ${token.name}`}>
        Revoke
      </Button>
    </li>
  )
}

function useRevoke() {
  return useChange({
    keys: [tokensQuery.queryKey],
    show: (cache, { id }: McpToken) =>
      cache.setQueryData(
        tokensQuery.queryKey,
        (tokens) => tokens && { ...tokens, items: tokens.items.filter((token) => token.id !== id) },
      ),
    send: ({ id }) => call('credentials.revokeMcpToken', { mcpToken: id }),
    done: (_, { name }) => showToast({ text: `Revoked “${name}”.` }),
  })
}
