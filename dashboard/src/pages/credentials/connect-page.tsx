import { useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { CreateTokenForm } from './create-token-form.tsx'
import { NewToken } from './new-token.tsx'
import { TokenList } from './token-list.tsx'

export function ConnectPage() {
  const [made, setMade] = useState<OutputOf<'credentials.createMcpToken'> | null>(null)
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8 md:py-8">
      <title>Connect an agent · Baton</title>
      <h1 className="text-xl font-semibold tracking-tight">Connect an agent</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">
        An agent speaks to Baton over MCP, with a token of its own. It sees what you see, and everything it
        does is in the activity of the project.
      </p>
      {made ? <NewToken token={made} onDone={() => setMade(null)} /> : <CreateTokenForm onMade={setMade} />}
      <TokenList />
    </div>
  )
}
