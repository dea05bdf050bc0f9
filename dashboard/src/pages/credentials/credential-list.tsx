import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useRemoval } from '../../change.ts'
import type { Credential } from '../../client.ts'
import type { ReadOf } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Day, Time, useNow } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { texts } from './texts.ts'

interface CredentialListProps {
  title: string
  loading: string
  query: ReadOf<{ items: Credential[] }>
  revoke: (credential: Credential) => Promise<unknown>
  /** Adds a button to edit a credential. */
  onChange?: (credential: Credential) => void
  revokeConsequence: string
  /** Shown beside the title. */
  action?: ReactNode
  empty?: ReactNode
}

export function CredentialList(props: CredentialListProps) {
  const { title, loading, query, revoke, onChange, revokeConsequence, action, empty } = props
  const labels = texts.credentialList
  const credentials = useQuery(query)
  const [pendingRemoval, setPendingRemoval] = useState<Credential | null>(null)
  const removal = useRemoval<Credential>({
    kinds: ['api_key', 'mcp_token'],
    queryKey: query.queryKey,
    idOf: ({ id }) => id,
    send: revoke,
    done: ({ name }) => showToast({ text: labels.revoked(name) }),
  })
  if (credentials.isPending) return <Loading noun={loading} />
  if (!credentials.data)
    return <LoadError error={credentials.error} onRetry={() => void credentials.refetch()} />
  if (credentials.data.items.length === 0) return empty
  return (
    <Section title={title} action={action}>
      <Rows label={title}>
        {credentials.data.items.map((credential) => (
          <CredentialRow
            key={credential.id}
            credential={credential}
            onChange={onChange && (() => onChange(credential))}
            onRevoke={() => setPendingRemoval(credential)}
          />
        ))}
      </Rows>
      {pendingRemoval && (
        <Confirm
          title={labels.revokeTitle(pendingRemoval.name)}
          text={revokeConsequence}
          action={labels.revoke}
          onClose={() => setPendingRemoval(null)}
          onConfirm={() => {
            removal.mutate(pendingRemoval)
            setPendingRemoval(null)
          }}
        />
      )}
    </Section>
  )
}

interface CredentialRowProps {
  credential: Credential
  onChange: (() => void) | undefined
  onRevoke: () => void
}

function CredentialRow({ credential, onChange, onRevoke }: CredentialRowProps) {
  const { name, hint, mode, scopes, agent, project, profile, createdAt, expiresAt, lastUsedAt } = credential
  const labels = texts.credentialList
  const now = useNow()
  const isExpired = expiresAt !== null && Date.parse(expiresAt) < now
  return (
    <Row
      name={name}
      badges={
        <>
          {mode === 'test' && <Badge tone="attention">{labels.test}</Badge>}
          {agent && <Badge tone="agent">{agent.name}</Badge>}
          {project && <Badge>{labels.onlyProject(project.name)}</Badge>}
          {profile !== 'full' && <Badge>{labels.tools(profile.replaceAll(',', ', '))}</Badge>}
          {isExpired && <Badge tone="danger">{labels.expiredBadge}</Badge>}
        </>
      }
      detail={
        <>
          <Hint>{hint}</Hint> · {scopes.join(', ')} · {labels.created} <Time at={createdAt} />
          {lastUsedAt ? ` · ${labels.used} ` : ` · ${labels.neverUsed}`}
          {lastUsedAt && <Time at={lastUsedAt} />}
          {expiresAt && ` · ${isExpired ? labels.expired : labels.expires} `}
          {expiresAt && <Day at={expiresAt} />}
        </>
      }
    >
      {onChange && (
        <Button onClick={onChange} aria-label={labels.editLabel(name)}>
          {labels.edit}
        </Button>
      )}
      <Button onClick={onRevoke} aria-label={labels.revokeLabel(name)}>
        {labels.revoke}
      </Button>
    </Row>
  )
}

/** Shows the start of the value or, for a credential without a visible value, its origin. */
function Hint({ children }: { children: string }) {
  return children.startsWith('svc_') ? <code className="font-mono text-xs">{children}…</code> : children
}
