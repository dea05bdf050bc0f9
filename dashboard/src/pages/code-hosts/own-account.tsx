import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section, card } from '../../ui/section.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { refreshKinds, write } from '../../write.ts'
import { hostName } from '../repos/host-name.ts'
import { Failure, TestResult } from './test-result.tsx'
import { texts } from './texts.ts'

const { ownPage } = texts

/** The connected account with its permissions, a test and the way to disconnect it. */
export function OwnAccount({ account }: { account: OutputOf<'codeHosts.getOwn'> }) {
  const { url, login, method, scopes, failure, fix } = account
  const host = hostName(url)
  const [result, setResult] = useState<OutputOf<'codeHosts.testOwn'>>()
  const [isTesting, setIsTesting] = useState(false)
  const [askToDisconnect, dialog] = useConfirm<string>(ownPage.confirmDisconnect, () => {
    void write('integrations.disconnectOwn', { provider: 'github' }).then(
      ({ hint }) => showToast({ text: [ownPage.disconnected(host), hint].filter(Boolean).join(' ') }),
      showProblem,
    )
  })
  const test = async () => {
    setIsTesting(true)
    try {
      setResult(await call('codeHosts.testOwn', {}))
      await refreshKinds('integration')
    } catch (error) {
      showProblem(error as Error)
    } finally {
      setIsTesting(false)
    }
  }
  return (
    <Section title={ownPage.account}>
      <div className={`flex flex-col gap-3 p-5 ${card}`}>
        <div className="flex flex-wrap items-center gap-2">
          <span className="mr-auto flex min-w-0 flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{host}</span>
            <Badge tone={failure ? 'danger' : 'accent'}>{failure ? ownPage.failed : ownPage.connected}</Badge>
          </span>
          <Button aria-label={texts.test.label(host)} busy={isTesting} onClick={() => void test()}>
            {texts.test.button}
          </Button>
          <Button onClick={() => askToDisconnect(host)}>{ownPage.disconnect}</Button>
        </div>
        <Facts>
          {login && <Fact name={ownPage.user}>{login}</Fact>}
          {method && <Fact name={ownPage.method}>{ownPage.methods[method]}</Fact>}
          <Fact name={texts.scopes.label}>{scopes.join(', ') || texts.scopes.unknown}</Fact>
        </Facts>
        {result ? <TestResult result={result} /> : <Failure failure={failure} fix={fix} />}
        {!failure && <NextStep />}
      </div>
      {dialog}
    </Section>
  )
}

/** Leads back to the project from which the user came to connect their account. */
function NextStep() {
  const { project } = useSearch({ from: '/shell/settings/code-host' })
  if (!project) return <p className="text-[13px] text-muted">{ownPage.next}</p>
  return (
    <p>
      <LinkButton to="/projects/$slug/repos" params={{ slug: project }} kind="primary">
        {ownPage.backToProject}
      </LinkButton>
    </p>
  )
}
