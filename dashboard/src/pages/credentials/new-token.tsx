import { CheckIcon } from 'lucide-react'
import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ClientConfiguration } from './client-configuration.tsx'
import { firstPrompt } from './first-prompt.ts'
import { Snippet } from './snippet.tsx'
import { texts } from './texts.ts'

type Credential = OutputOf<'credentials.listMcpTokens'>['items'][number]

interface NewTokenProps {
  token: OutputOf<'credentials.createMcpToken'>
  onDone: () => void
  doneLabel?: string
}

/** Shows the value of a new token, which can't be read later, and how to use it. */
export function NewToken({ token, onDone, doneLabel = texts.newToken.done }: NewTokenProps) {
  const { label, title, hint, copy, prompt, promptHint, copyPrompt } = texts.newToken
  // Refetched when the journal reports the first call.
  const listed = useRead('credentials.listMcpTokens', {}).data?.items.find(({ id }) => id === token.id)
  return (
    <section
      aria-label={label}
      className="flex flex-col gap-5 rounded-lg border border-accent/50 bg-surface p-5"
    >
      <Snippet title={title(token.name)} hint={hint} copyLabel={copy} value={token.value} />
      <ClientConfiguration address={token.mcpUrl ?? location.origin} value={token.value} />
      {token.agent && <Snippet title={prompt} hint={promptHint} copyLabel={copyPrompt} value={firstPrompt} />}
      <div className="flex flex-wrap items-center gap-3 border-t pt-4">
        <Waiting token={listed ?? token} />
        <Button className="ml-auto" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </section>
  )
}

/** Waits until an agent calls its first tool with the token, and then confirms the connection. */
export function Waiting({ token }: { token: Pick<Credential, 'firstCallAt' | 'client' | 'agent'> }) {
  const { waiting, connected, openAgent } = texts.newToken
  const { agent } = token
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {token.firstCallAt ? (
        <span className="flex items-center gap-2 font-medium text-accent">
          <CheckIcon /> {connected(token.client)}
        </span>
      ) : (
        <span className="flex items-center gap-2 text-muted">
          <Spinner /> {waiting}
        </span>
      )}
      {token.firstCallAt && agent && (
        <TextLink to="/agents/$agent" params={{ agent: agent.id }}>
          {openAgent(agent.name)}
        </TextLink>
      )}
    </p>
  )
}
