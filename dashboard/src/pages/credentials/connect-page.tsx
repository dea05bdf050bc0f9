import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Credential, type OutputOf, call } from '../../client.ts'
import { read } from '../../read.ts'
import { headingClass, pageInset } from '../../ui/page.tsx'
import { ChangeTokenDialog } from './change-token-dialog.tsx'
import { CommandLine } from './command-line.tsx'
import { CreateTokenForm } from './create-token-form.tsx'
import { CredentialList } from './credential-list.tsx'
import { NewToken } from './new-token.tsx'
import { texts } from './texts.ts'

export function ConnectPage() {
  const { agent } = useSearch({ from: '/shell/connect' })
  const { title, intro, list } = texts.connectPage
  const [created, setCreated] = useState<OutputOf<'credentials.createMcpToken'> | null>(null)
  const [changing, setChanging] = useState<Credential | null>(null)
  return (
    <div className={`max-w-3xl ${pageInset}`}>
      <title>{`${title} · Baton`}</title>
      <h1 className={headingClass}>{title}</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">{intro}</p>
      {created ? (
        <NewToken token={created} onDone={() => setCreated(null)} />
      ) : (
        <CreateTokenForm agent={agent} onCreated={setCreated} />
      )}
      <CredentialList
        {...list}
        query={read('credentials.listMcpTokens', {})}
        revoke={({ id }) => call('credentials.revokeMcpToken', { mcpToken: id })}
        onChange={setChanging}
      />
      <CommandLine />
      {changing && <ChangeTokenDialog token={changing} onClose={() => setChanging(null)} />}
    </div>
  )
}
