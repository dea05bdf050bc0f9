import { useEffect, useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { linkError } from '../../link-error.ts'
import { linkParameters, storeLinkParameters } from '../../link-parameters.ts'
import { useRead } from '../../read.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageTitle, Section, card } from '../../ui/section.tsx'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { OwnAccount } from './own-account.tsx'
import { texts } from './texts.ts'
import { TokenForm } from './token-form.tsx'

const { ownPage } = texts
const path = '/settings/code-host'

export type OwnCodeHost = OutputOf<'codeHosts.getOwn'>

/** The user's account at a code host: connected, or the ways to connect one. */
export function OwnCodeHostPage() {
  return (
    <>
      <PageTitle title={ownPage.title} text={ownPage.intro} />
      <OAuthReturn />
      <Loaded query={useRead('codeHosts.getOwn', {})} noun={ownPage.noun}>
        {(account) => (
          <>
            {account.connected && <OwnAccount account={account} />}
            {account.connected && account.failure === null ? (
              <details className="mt-6">
                <summary className="min-h-7 w-fit rounded text-muted underline-offset-2 hover:text-ink hover:underline">
                  {ownPage.change}
                </summary>
                <WaysToConnect account={account} />
              </details>
            ) : (
              <WaysToConnect account={account} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Shows the result once, after the browser returns from the code host. */
function OAuthReturn() {
  const [parameters] = useState(() => linkParameters(path))
  useEffect(() => storeLinkParameters(path, {}), [])
  const error = linkError(parameters)
  if (error) return <FormMessage>{error}</FormMessage>
  return parameters.connected === undefined ? null : (
    <FormMessage tone="note">{ownPage.nowConnected}</FormMessage>
  )
}

function WaysToConnect({ account }: { account: OwnCodeHost }) {
  return (
    <>
      {account.canAuthorize && <Authorize account={account} />}
      <Section title={ownPage.token.title} text={ownPage.token.text}>
        <TokenForm account={account} />
      </Section>
    </>
  )
}

/** Explains the requested permission before the browser leaves for the code host. */
function Authorize({ account }: { account: OwnCodeHost }) {
  const { authorize } = ownPage
  const [isLeaving, setIsLeaving] = useState(false)
  const connect = useAction(async () => {
    const returnTo = location.pathname + location.search
    const { location: url } = await call('codeHosts.authorizeOwn', { returnTo })
    setIsLeaving(true)
    location.assign(url)
  })
  return (
    <Section title={authorize.title} text={authorize.text}>
      <div className={`flex flex-col items-start gap-4 p-5 ${card}`}>
        <p className="text-[13px]">
          <code className="rounded bg-hover px-1.5 py-px">{account.requestedScopes.join(', ')}</code>{' '}
          {authorize.scopeMeaning}
        </p>
        <FormMessage>{connect.message}</FormMessage>
        <Button
          kind={account.connected ? 'plain' : 'primary'}
          // Stays busy until the browser leaves the page.
          busy={connect.busy || isLeaving}
          onClick={connect.run}
        >
          {account.connected ? authorize.reconnect : authorize.connect}
        </Button>
      </div>
    </Section>
  )
}
