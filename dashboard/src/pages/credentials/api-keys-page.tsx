import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { read } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SandboxSection } from '../sandbox/sandbox-section.tsx'
import { PageTitle, card } from '../../ui/section.tsx'
import { CommandLine } from './command-line.tsx'
import { CreateKeyForm } from './create-key-form.tsx'
import { CredentialList } from './credential-list.tsx'
import { NewKey } from './new-key.tsx'
import { TextLink } from '../../ui/links.tsx'
import { texts } from './texts.ts'

export function ApiKeysPage() {
  const labels = texts.apiKeysPage
  const [creating, setCreating] = useState<boolean>()
  const [created, setCreated] = useState<OutputOf<'credentials.createApiKey'> | null>(null)
  const isIdle = !creating && !created
  return (
    <>
      <PageTitle
        title={labels.title}
        text={
          <>
            {labels.intro} <TextLink to="/connect">{labels.connectAgent}</TextLink>
          </>
        }
      />
      {created && <NewKey created={created} onDone={() => setCreated(null)} />}
      {creating && (
        <CreateKeyForm
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreated(key)
            setCreating(false)
          }}
        />
      )}
      <CredentialList
        {...labels.list}
        query={read('credentials.listApiKeys', {})}
        revoke={({ id }) => call('credentials.revokeApiKey', { apiKey: id })}
        action={
          isIdle && (
            <Button kind="primary" autoFocus={creating === false} onClick={() => setCreating(true)}>
              <PlusIcon /> {labels.newKey}
            </Button>
          )
        }
        empty={
          isIdle && (
            <div className={card}>
              <Empty title={labels.empty.title} text={labels.empty.text}>
                <Button kind="primary" autoFocus={creating === false} onClick={() => setCreating(true)}>
                  {labels.empty.action}
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
