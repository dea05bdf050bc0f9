import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Credential, type OutputOf, call } from '../../client.ts'
import { tokensQuery } from '../../queries.ts'
import { ChangeTokenDialog } from './change-token-dialog.tsx'
import { CommandLine } from './command-line.tsx'
import { CreateTokenForm } from './create-token-form.tsx'
import { CredentialList } from './credential-list.tsx'
import { NewToken } from './new-token.tsx'

export function ConnectPage() {
  const { agent } = useSearch({ from: '/shell/connect' })
  const [made, setMade] = useState<OutputOf<'credentials.createMcpToken'> | null>(null)
  const [changing, setChanging] = useState<Credential | null>(null)
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8 md:py-8">
      <title>Connect an agent · Baton</title>
      <h1 className="text-xl font-semibold tracking-tight">Connect an agent</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">
        An agent speaks to Baton over MCP, with a token of its own. It sees what you see, and everything it
        does is in the activity of the project.
      </p>
      {made ? (
        <NewToken token={made} onDone={() => setMade(null)} />
      ) : (
        <CreateTokenForm agent={agent} onMade={setMade} />
      )}
      <CredentialList
        what="tokens"
        query={tokensQuery}
        revoke={({ id }) => call('credentials.revokeMcpToken', { mcpToken: id })}
        onChange={setChanging}
        consequence="The agent that uses it is disconnected at once."
      />
      <CommandLine />
      {changing && <ChangeTokenDialog token={changing} onClose={() => setChanging(null)} />}
    </div>
  )
}
