import { useState } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Section, card } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time, exactTime } from '../../ui/time.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { type Delivery, type DeliveryStatus, deliveriesQuery } from './queries.ts'
import { DeliveryState, statusNames } from './webhook-state.tsx'

const all = 'all'
const options = [
  { value: all, name: 'All of them' },
  ...Object.entries(statusNames).map(([value, name]) => ({ value: value as DeliveryStatus, name })),
] as const

/** The log: what it was told, and what came of it. */
export function Deliveries({ webhook }: { webhook: string }) {
  const [status, setStatus] = useState<DeliveryStatus | typeof all>(all)
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <Section
      title="Deliveries"
      text="Of the last 30 days, the newest first."
      action={<Select label="Which deliveries" options={options} value={status} onChange={setStatus} />}
    >
      <PagedList
        query={deliveriesQuery(webhook, status === all ? undefined : status)}
        noun="deliveries"
        empty={
          <div className={card}>
            <Empty
              title={status === all ? 'Nothing was sent yet' : 'There are none of these'}
              text="Send a ping to see whether it arrives."
            />
          </div>
        }
      >
        {(items) => (
          <Table
            label="Deliveries"
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
  return [
    {
      head: 'Event',
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
    { head: 'Outcome', cell: ({ status }) => <DeliveryState status={status} /> },
    { head: 'Attempts', cell: ({ attempts }) => String(attempts), atEnd: true },
    { head: 'Next', cell: next },
    { head: 'When', cell: ({ createdAt }) => <Time at={createdAt} />, atEnd: true },
  ]
}

function next({ nextAttemptAt, status }: Delivery): string {
  if (!nextAttemptAt) return ''
  return status === 'failed' ? `again ${exactTime(new Date(nextAttemptAt))}` : 'now'
}
