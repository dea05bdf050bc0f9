import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { apiKeysQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { SandboxSection } from '../sandbox/sandbox-section.tsx'
import { PageTitle, card } from '../../ui/section.tsx'
import { CommandLine } from './command-line.tsx'
import { CreateKeyForm } from './create-key-form.tsx'
import { CredentialList } from './credential-list.tsx'
import { NewKey } from './new-key.tsx'

export function ApiKeysPage() {
  const [making, setMaking] = useState<boolean>()
  const [made, setMade] = useState<OutputOf<'credentials.createApiKey'> | null>(null)
  const rests = !making && !made
  return (
    <>
      <PageTitle
        title="API keys"
        text={
          <>
            With a key, a program calls the web API as you. Agents speak MCP and need a token instead:{' '}
            <Link to="/connect" className="font-medium text-accent underline underline-offset-2">
              connect an agent
            </Link>
            .
          </>
        }
      />
      {made && <NewKey made={made} onDone={() => setMade(null)} />}
      {making && (
        <CreateKeyForm
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMade(key)
            setMaking(false)
          }}
        />
      )}
      <CredentialList
        what="API keys"
        query={apiKeysQuery}
        revoke={({ id }) => call('credentials.revokeApiKey', { apiKey: id })}
        consequence="The program that uses it is refused from now on."
        action={
          rests && (
            <Button kind="primary" autoFocus={making === false} onClick={() => setMaking(true)}>
              <PlusIcon /> New API key
            </Button>
          )
        }
        empty={
          rests && (
            <div className={card}>
              <Empty
                title="Let a program work for you"
                text="Make a key for each program that calls Baton, so that each can be revoked alone. A test key works in the sandbox, where nothing is real."
              >
                <Button kind="primary" autoFocus={making === false} onClick={() => setMaking(true)}>
                  Make your first API key
                </Button>
              </Empty>
            </div>
          )
        }
      />
      <CommandLine />
      <SandboxSection />
    </>
  )
}
