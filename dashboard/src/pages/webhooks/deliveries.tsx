import { useState } from 'react'
import { EmptyList } from '../../ui/empty.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Section, card } from '../../ui/section.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time, exactTime } from '../../ui/time.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { type Delivery, type DeliveryStatus, deliveriesQuery } from './queries.ts'
import { texts } from './texts.ts'
import { DeliveryState } from './webhook-state.tsx'

const { deliveries } = texts

/** The delivery log of a webhook. */
export function Deliveries({ webhook }: { webhook: string }) {
  const [status, setStatus] = useState<DeliveryStatus>()
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <Section
      title={deliveries.title}
      text={deliveries.intro}
      action={
        <FilterSelect
          label={deliveries.statusFilter}
          all={deliveries.allStatuses}
          options={texts.deliveryStatus}
          value={status}
          onChange={setStatus}
        />
      }
    >
      <PagedList
        query={deliveriesQuery(webhook, status)}
        noun={deliveries.noun}
        empty={
          <div className={card}>
            <EmptyList texts={deliveries} isFiltered={status !== undefined} />
          </div>
        }
      >
        {(items) => (
          <Table
            label={deliveries.title}
            columns={deliveryColumns(setOpened)}
            items={items}
            keyOf={({ id }) => id}
          />
        )}
      </PagedList>
      {opened && <DeliveryDialog webhook={webhook} delivery={opened} onClose={() => setOpened(null)} />}
    </Section>
  )
}

function deliveryColumns(onOpen: (delivery: string) => void): Column<Delivery>[] {
  const { columns } = deliveries
  return [
    {
      head: columns.event,
      cell: ({ id, event }) => (
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="text-left font-medium wrap-anywhere hover:underline"
        >
          {event.type}
        </button>
      ),
    },
    { head: columns.status, cell: ({ status }) => <DeliveryState status={status} /> },
    { head: columns.attempts, cell: ({ attempts }) => String(attempts), atEnd: true },
    { head: columns.nextAttempt, cell: nextAttempt },
    { head: columns.created, cell: ({ createdAt }) => <Time at={createdAt} />, atEnd: true },
  ]
}

function nextAttempt({ nextAttemptAt, status }: Delivery): string {
  if (!nextAttemptAt) return ''
  return status === 'failed' ? exactTime(new Date(nextAttemptAt)) : deliveries.now
}
