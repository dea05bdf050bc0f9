import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { PagedList } from '../../../ui/paged-list.tsx'
import { Row, Rows, Section, card } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { type Job, type Queue, failedJobsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The queues with jobs that are not done. */
export function QueuesSection({ queues }: { queues: Queue[] }) {
  const labels = texts.queues
  return (
    <Section title={labels.title} text={labels.text}>
      {queues.length === 0 ? (
        <Nothing>{labels.none}</Nothing>
      ) : (
        <Table label={labels.title} columns={columns} items={queues} keyOf={({ name }) => name} />
      )}
    </Section>
  )
}

const heads = texts.queues.columns
const columns: Column<Queue>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.waiting, cell: ({ waiting }) => formatNumber(waiting), atEnd: true },
  { head: heads.active, cell: ({ active }) => formatNumber(active), atEnd: true },
  { head: heads.retrying, cell: ({ retrying }) => formatNumber(retrying), atEnd: true },
  {
    head: heads.failed,
    cell: ({ failed }) => <span className={failed > 0 ? 'text-danger' : ''}>{formatNumber(failed)}</span>,
    atEnd: true,
  },
  {
    head: heads.oldest,
    cell: ({ oldestDueSeconds }) => oldestDueSeconds !== null && duration(oldestDueSeconds),
    atEnd: true,
  },
]

function duration(seconds: number): string {
  const { queues } = texts
  return seconds < 120
    ? queues.seconds(formatNumber(Math.round(seconds)))
    : queues.minutes(formatNumber(Math.round(seconds / 60)))
}

/** The jobs that failed permanently, with a button that retries them. */
export function JobsSection() {
  const labels = texts.jobs
  return (
    <Section title={labels.title} text={labels.text}>
      <PagedList query={failedJobsQuery} noun={labels.noun} empty={<Nothing>{labels.none}</Nothing>}>
        {(jobs) => (
          <Rows label={labels.title}>
            {jobs.map((job) => (
              <FailedJob key={job.id} job={job} />
            ))}
          </Rows>
        )}
      </PagedList>
    </Section>
  )
}

function FailedJob({ job: { id, queue, attempts, reason, failedAt } }: { job: Job }) {
  const labels = texts.jobs
  const retry = useMutation({
    mutationFn: () => write('jobs.retry', { job: id }),
    onSuccess: () => showToast({ text: labels.retried(queue) }),
    onError: showProblem,
  })
  return (
    <Row
      name={queue}
      detail={
        <>
          {reason ?? labels.noReason} · {labels.attempts(attempts)}
          {failedAt && (
            <>
              , {labels.failed} <Time at={failedAt} />
            </>
          )}
        </>
      }
    >
      <Button aria-label={labels.retryOf(queue)} busy={retry.isPending} onClick={() => retry.mutate()}>
        {labels.retry}
      </Button>
    </Row>
  )
}

function Nothing({ children }: { children: string }) {
  return <p className={`px-4 py-3 text-muted ${card}`}>{children}</p>
}
