import { useQuery } from '@tanstack/react-query'
import { GitBranchIcon } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { useHasRole } from '../../my-role.ts'
import { readAll } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Rows, card } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { write } from '../../write.ts'
import { hostName } from '../repos/host-name.ts'
import { ConnectHostDialog } from './connect-host-dialog.tsx'
import { Failure, TestResult } from './test-result.tsx'
import { texts } from './texts.ts'

const page = texts.organizationPage

export type Connection = OutputOf<'codeHosts.list'>['items'][number]

/** The connections of the organization to code hosts. */
export function CodeHostsPage() {
  const query = useQuery(readAll('codeHosts.list', {}))
  const canManage = useHasRole('admin')
  const [dialog, setDialog] = useState<{ replaced?: Connection }>()
  const [askToDisconnect, confirm] = useConfirm<Connection>(
    ({ url }) => page.confirmDisconnect(hostName(url)),
    ({ id, url }) =>
      void write('codeHosts.disconnect', { codeHost: id }).then(
        () => showToast({ text: page.disconnected(hostName(url)) }),
        showProblem,
      ),
  )
  const connectButton = canManage && (
    <Button kind="primary" onClick={() => setDialog({})}>
      {page.connect}
    </Button>
  )
  return (
    <>
      <title>{`${page.title} · Baton`}</title>
      <PageHeading
        title={page.title}
        text={page.intro}
        actions={query.data?.length ? connectButton : undefined}
      />
      <Loaded query={query} noun={page.noun}>
        {(connections) =>
          connections.length > 0 ? (
            <Rows label={page.title}>
              {connections.map((connection) => (
                <ConnectionRow
                  key={connection.id}
                  connection={connection}
                  onReplace={() => setDialog({ replaced: connection })}
                  onDisconnect={() => askToDisconnect(connection)}
                />
              ))}
            </Rows>
          ) : (
            <div className={card}>
              <Empty title={page.empty.title} text={canManage ? page.empty.text : page.onlyAdmins}>
                {connectButton}
              </Empty>
            </div>
          )
        }
      </Loaded>
      {confirm}
      {dialog && <ConnectHostDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}

interface ConnectionRowProps {
  connection: Connection
  onReplace: () => void
  onDisconnect: () => void
}

function ConnectionRow({ connection, onReplace, onDisconnect }: ConnectionRowProps) {
  const { id, url, kind, failure, may } = connection
  const host = hostName(url)
  const [result, setResult] = useState<OutputOf<'codeHosts.test'>>()
  const [isTesting, setIsTesting] = useState(false)
  const test = async () => {
    setIsTesting(true)
    try {
      setResult(await write('codeHosts.test', { codeHost: id }))
    } catch (error) {
      showProblem(error as Error)
    } finally {
      setIsTesting(false)
    }
  }
  return (
    <li className="flex flex-col gap-2 px-4 py-(--row-inset)">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 grow basis-64 items-center gap-3">
          <span className="shrink-0 text-muted">
            <GitBranchIcon />
          </span>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium wrap-anywhere">{host}</span>
              <Badge tone={failure ? 'danger' : 'accent'}>{failure ? page.failed : page.working}</Badge>
              <Badge>{page.kinds[kind]}</Badge>
            </p>
            <p className="text-[13px] text-muted wrap-anywhere">
              <ConnectionFacts connection={connection} />
            </p>
          </div>
        </div>
        {may.edit && (
          <div className="flex items-center gap-2">
            <Button aria-label={texts.test.label(host)} busy={isTesting} onClick={() => void test()}>
              {texts.test.button}
            </Button>
            <RowMenu label={page.actions(host)}>
              <MenuItem onSelect={onReplace}>{page.replace}</MenuItem>
              <MenuItem danger onSelect={onDisconnect}>
                {page.disconnect}
              </MenuItem>
            </RowMenu>
          </div>
        )}
      </div>
      {result ? <TestResult result={result} /> : <Failure failure={failure} fix={null} />}
    </li>
  )
}

function ConnectionFacts({ connection: { login, scopes, hint, checkedAt } }: { connection: Connection }) {
  const facts = [login && page.login(login), scopes.join(', '), hint && page.hint(hint)].filter(Boolean)
  return (
    <>
      {facts.join(' · ')}
      {checkedAt && (
        <>
          {facts.length > 0 && ' · '}
          {page.checked} <Time at={checkedAt} />
        </>
      )}
    </>
  )
}
