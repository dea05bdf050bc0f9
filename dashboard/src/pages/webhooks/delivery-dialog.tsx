import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { type Attempt, deliveryQuery } from './queries.ts'
import { texts } from './texts.ts'
import { useSendNow } from './webhook-changes.ts'
import { DeliveryState } from './webhook-state.tsx'

const { deliveryDialog } = texts

interface DeliveryDialogProps {
  webhook: string
  delivery: string
  onClose: () => void
}

/** One delivery: its payload, and each attempt with its response. */
export function DeliveryDialog({ webhook, delivery, onClose }: DeliveryDialogProps) {
  const query = useQuery(deliveryQuery(webhook, delivery))
  const resend = useSendNow(webhook)
  const shown = query.data
  return (
    <Dialog title={shown?.event.type ?? deliveryDialog.title} onClose={onClose}>
      {query.isPending && <Loading noun={deliveryDialog.loading} />}
      {query.isError && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {shown && (
        <div className="flex flex-col gap-4">
          <Facts>
            <Fact name={deliveryDialog.status}>
              <DeliveryState status={shown.status} />
            </Fact>
            <Fact name={deliveryDialog.messageId}>
              <span className="font-mono text-xs">{shown.messageId}</span>
            </Fact>
          </Facts>
          <ol aria-label={deliveryDialog.attempts} className="flex flex-col gap-3">
            {shown.attemptList.map((attempt) => (
              <AttemptDetails key={attempt.id} {...attempt} />
            ))}
          </ol>
          <Disclosure summary={deliveryDialog.payload}>{JSON.stringify(shown.body, null, 2)}</Disclosure>
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{deliveryDialog.close}</Button>
            <Button kind="primary" busy={resend.isPending} onClick={() => resend.mutate(delivery)}>
              {deliveryDialog.resend}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function AttemptDetails({ at, statusCode, milliseconds, error, response, requestHeaders }: Attempt) {
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`)
  return (
    <li className="flex flex-col gap-1.5 rounded-md border p-3 text-[13px]">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={error ? 'danger' : 'accent'}>{statusCode ?? deliveryDialog.noResponse}</Badge>
        <span className="text-muted">
          <Time at={at} />
          {deliveryDialog.duration(milliseconds)}
        </span>
      </p>
      {error && <p className="wrap-anywhere">{error}</p>}
      {response && <Disclosure summary={deliveryDialog.response}>{response}</Disclosure>}
      {headers.length > 0 && <Disclosure summary={deliveryDialog.headers}>{headers.join('\n')}</Disclosure>}
    </li>
  )
}

function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details>
      <summary className="w-fit rounded text-[13px] font-medium text-muted hover:text-ink">{summary}</summary>
      <pre
        tabIndex={0}
        aria-label={summary}
        className="mt-1.5 max-h-72 overflow-auto rounded-md bg-canvas px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {children}
      </pre>
    </details>
  )
}
