import type { ReactNode } from 'react'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { formatNumber } from '../../../ui/format-number.ts'
import { locale } from '../../../ui/locale.ts'
import { card } from '../../../ui/section.tsx'
import { useStore } from '../../../ui/store.ts'
import { Time } from '../../../ui/time.tsx'
import type { Overview } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.numbers

/** The most important numbers of the instance. Those with days count the selected period. */
export function KeyFigures({ overview }: { overview: Overview }) {
  const { accounts, days, nodes, queues, storage, backups } = overview
  useStore(locale)
  const total = (name: Exclude<keyof (typeof days)[number], 'day'>) =>
    days.reduce((sum, day) => sum + day[name], 0)
  const inQueues = (name: 'failed' | 'waiting') => queues.reduce((sum, queue) => sum + queue[name], 0)
  const lost = nodes.filter(({ alive }) => !alive).length
  const rate = nodes.reduce((sum, node) => sum + (node.alive ? node.requestsPerMinute : 0), 0)
  const { active } = accounts
  return (
    <dl aria-label={labels.label} className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      <Figure name={labels.people} number={formatNumber(accounts.people)}>
        {labels.suspended(formatNumber(accounts.suspended))}
      </Figure>
      <Figure name={labels.active} number={formatNumber(active.month)}>
        {labels.activeRecently(formatNumber(active.week), formatNumber(active.day))}
      </Figure>
      <Figure name={labels.organizations} number={formatNumber(accounts.organizations)} />
      <Figure name={labels.requests} number={formatNumber(total('requests'))}>
        {labels.perMinute(formatNumber(rate))}
      </Figure>
      <Figure name={labels.errors} number={formatNumber(total('errors'))} isBad={total('errors') > 0}>
        {labels.errorsHint}
      </Figure>
      <Figure name={labels.slow} number={formatNumber(total('slowOperations'))}>
        {labels.slowHint}
      </Figure>
      <Figure
        name={labels.failedJobs}
        number={formatNumber(inQueues('failed'))}
        isBad={inQueues('failed') > 0}
      >
        {labels.waitingJobs(formatNumber(inQueues('waiting')))}
      </Figure>
      <Figure name={labels.emails} number={formatNumber(total('emailsSent'))}>
        {labels.failedAttempts(formatNumber(total('emailsFailed')))}
      </Figure>
      <Figure name={labels.webhooks} number={formatNumber(total('webhooksDelivered'))}>
        {labels.failedAttempts(formatNumber(total('webhooksFailed')))}
      </Figure>
      <Figure name={labels.database} number={formatBytes(storage.databaseBytes)} isBad={storage.isFull}>
        {storage.isFull ? labels.diskFull : labels.engines[storage.engine]}
      </Figure>
      <Figure name={labels.nodes} number={formatNumber(nodes.length - lost)} isBad={lost > 0}>
        {lost > 0 ? labels.lostNodes(formatNumber(lost)) : labels.nodesAlive}
      </Figure>
      <Figure
        name={labels.backup}
        number={backups.newestAt ? <Time at={backups.newestAt} /> : labels.noBackup}
        isBad={backups.failed || backups.newestAt === null}
      />
    </dl>
  )
}

interface FigureProps {
  name: string
  number: ReactNode
  /** Whether the number needs attention. */
  isBad?: boolean
  children?: ReactNode
}

function Figure({ name, number, isBad = false, children }: FigureProps) {
  return (
    <div className={`flex min-w-0 flex-col px-3 py-2.5 ${card}`}>
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd className={`text-lg font-semibold tabular-nums ${isBad ? 'text-danger' : ''}`}>{number}</dd>
      {children && <dd className="text-xs text-muted">{children}</dd>}
    </div>
  )
}
