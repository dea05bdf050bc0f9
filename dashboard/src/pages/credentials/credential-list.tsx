import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRemoval } from '../../change.ts'
import type { Credential } from '../../client.ts'
import type { ReadOf } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Day, Time, useNow } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
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
  const removal = useRemoval<Credential>({
    kinds: ['api_key', 'mcp_token'],
    queryKey: query.queryKey,
    idOf: ({ id }) => id,
    send: revoke,
    done: ({ name }) => showToast({ text: labels.revoked(name) }),
  })
  const [askToRevoke, dialog] = useConfirm<Credential>(
    ({ name }) => ({ title: labels.revokeTitle(name), text: revokeConsequence, action: labels.revoke }),
    removal.mutate,
  )
  return (
    <Loaded query={credentials} noun={loading}>
      {({ items }) => {
        if (items.length === 0) return empty
        return (
          <Section title={title} action={action}>
            <Rows label={title}>
              {items.map((credential) => (
                <CredentialRow
                  key={credential.id}
                  credential={credential}
                  onChange={onChange && (() => onChange(credential))}
                  onRevoke={() => askToRevoke(credential)}
                />
              ))}
            </Rows>
            {dialog}
          </Section>
        )
      }}
    </Loaded>
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
