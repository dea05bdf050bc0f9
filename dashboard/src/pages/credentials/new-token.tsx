import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../client.ts'
import { tokensQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ClientConfiguration } from './client-configuration.tsx'
import { Snippet } from './snippet.tsx'

type Credential = OutputOf<'credentials.listMcpTokens'>['items'][number]

interface NewTokenProps {
  token: OutputOf<'credentials.createMcpToken'>
  onDone: () => void
  doneLabel?: string
}

/** The only time that the value of a token is seen, with all that is to be done with it. */
export function NewToken({ token, onDone, doneLabel = 'I have copied it' }: NewTokenProps) {
  // Read again when the journal tells of the first call.
  const listed = useQuery(tokensQuery).data?.items.find(({ id }) => id === token.id)
  return (
    <section
      aria-label="Your new token"
      className="flex flex-col gap-5 rounded-lg border border-accent/50 bg-surface p-5"
    >
      <Snippet
        title={`The token “${token.name}”`}
        hint="Copy it now: it is shown this once and never again."
        copyLabel="Copy the token"
        value={token.value}
      />
      <ClientConfiguration address={token.mcpUrl ?? location.origin} value={token.value} />
      <div className="flex flex-wrap items-center gap-3 border-t pt-4">
        <Waiting token={listed ?? token} />
        <Button className="ml-auto" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </section>
  )
}

/** Until an agent calls its first tool with the token, and then says so. */
export function Waiting({ token }: { token: Pick<Credential, 'firstCallAt' | 'client'> }) {
  return (
    <p role="status" className="flex items-center gap-2">
      {token.firstCallAt ? (
        <span className="flex items-center gap-2 font-medium text-accent">
          <CheckIcon /> Connected: {token.client ?? 'the agent'} has made its first call.
        </span>
      ) : (
        <span className="flex items-center gap-2 text-muted">
          <Spinner /> Waiting for the first call…
        </span>
      )}
    </p>
  )
}
