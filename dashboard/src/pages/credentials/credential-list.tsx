import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useRemoval } from '../../change.ts'
import type { Credential } from '../../client.ts'
import type { tokensQuery } from '../../queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Day, Time, useNow } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'

interface CredentialListProps {
  /** What they are called: tokens, API keys. */
  what: string
  query: typeof tokensQuery
  revoke: (credential: Credential) => Promise<unknown>
  /** Where one can be changed, it is asked for. */
  onChange?: (credential: Credential) => void
  /** What ends when one is revoked, as a sentence. */
  consequence: string
  /** Beside the title. */
  action?: ReactNode
  empty?: ReactNode
}

export function CredentialList(props: CredentialListProps) {
  const { what, query, revoke, onChange, consequence, action, empty } = props
  const credentials = useQuery(query)
  const [doomed, setDoomed] = useState<Credential | null>(null)
  const removal = useRemoval<Credential>({
    queryKey: query.queryKey,
    idOf: ({ id }) => id,
    send: revoke,
    done: ({ name }) => showToast({ text: `Revoked “${name}”.` }),
  })
  if (credentials.isPending) return <Loading what={what} />
  if (!credentials.data)
    return <Trouble error={credentials.error} onRetry={() => void credentials.refetch()} />
  if (credentials.data.items.length === 0) return empty
  return (
    <Section title={`Your ${what}`} action={action}>
      <Rows label={`Your ${what}`}>
        {credentials.data.items.map((credential) => (
          <CredentialRow
            key={credential.id}
            credential={credential}
            onChange={onChange && (() => onChange(credential))}
            onRevoke={() => setDoomed(credential)}
          />
        ))}
      </Rows>
      {doomed && (
        <Confirm
          title={`Revoke “${doomed.name}”?`}
          text={`${consequence} This cannot be undone; make a new one if it should come back.`}
          action="Revoke"
          onClose={() => setDoomed(null)}
          onConfirm={() => {
            removal.mutate(doomed)
            setDoomed(null)
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
  const now = useNow()
  const expired = expiresAt !== null && Date.parse(expiresAt) < now
  return (
    <Row
      name={name}
      badges={
        <>
          {mode === 'test' && <Badge tone="attention">Test</Badge>}
          {agent && <Badge tone="agent">{agent.name}</Badge>}
          {project && <Badge>Only {project.name}</Badge>}
          {profile !== 'full' && <Badge>Tools: {profile.replaceAll(',', ', ')}</Badge>}
          {expired && <Badge tone="danger">Expired</Badge>}
        </>
      }
      detail={
        <>
          <Hint>{hint}</Hint> · {scopes.join(', ')} · made <Time at={createdAt} />
          {lastUsedAt ? ' · used ' : ' · never used'}
          {lastUsedAt && <Time at={lastUsedAt} />}
          {expiresAt && (expired ? ' · expired ' : ' · expires ')}
          {expiresAt && <Day at={expiresAt} />}
        </>
      }
    >
      {onChange && (
        <Button onClick={onChange} aria-label={`Change ${name}`}>
          Change
        </Button>
      )}
      <Button onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Row>
  )
}

/** The beginning of its value; or, of one that nobody was given, how it came to be. */
function Hint({ children }: { children: string }) {
  return children.startsWith('svc_') ? <code className="font-mono text-xs">{children}…</code> : children
}
