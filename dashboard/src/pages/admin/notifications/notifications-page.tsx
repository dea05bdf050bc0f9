import { useState } from 'react'
import { type ItemOf, readFilteredPages } from '../../../read.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FilteredList } from '../../../ui/filtered-list.tsx'
import { MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { PageTitle } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Time, exactTime } from '../../../ui/time.tsx'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { useConfirm } from '../../../ui/use-confirm.tsx'
import { write } from '../../../write.ts'
import { KindsSection } from './kinds-section.tsx'
import { NewNotificationDialog } from './new-notification-dialog.tsx'
import { texts } from './texts.ts'

const { page, statuses, audiences } = texts

type Announcement = ItemOf<'announcements.list'>
type Status = Announcement['status']

/** The notifications that administrators sent or scheduled. */
export function AdminNotificationsPage() {
  const [status, setStatus] = useState<Status | undefined>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [askCancel, cancelDialog] = useConfirm<Announcement>(
    ({ title }) => ({ ...page.confirmCancel, title: page.confirmCancel.title(title) }),
    (announcement) => void cancel(announcement),
  )
  const filter = { status }
  return (
    <>
      <PageTitle title={page.title} text={page.intro} />
      <FilteredList
        query={readFilteredPages('announcements.list', status === undefined ? {} : { status })}
        texts={page}
        filter={filter}
        filters={
          <Select
            label={page.statusFilter}
            value={status ?? ''}
            options={[
              { value: '', name: page.allStatuses },
              ...Object.entries(statuses).map(([value, name]) => ({ value: value as Status, name })),
            ]}
            onChange={(value) => setStatus(value === '' ? undefined : value)}
          />
        }
        actions={
          <Button kind="primary" onClick={() => setOpen(true)}>
            {page.send}
          </Button>
        }
      >
        {(items) => (
          <Table label={page.table} columns={columnsOf(askCancel)} items={items} keyOf={({ id }) => id} />
        )}
      </FilteredList>
      <KindsSection />
      {cancelDialog}
      {isOpen && <NewNotificationDialog onClose={() => setOpen(false)} />}
    </>
  )
}

async function cancel({ id, title }: Announcement): Promise<void> {
  try {
    await write('announcements.cancel', { announcement: id })
    showToast({ text: page.cancelled(title) })
  } catch (error) {
    showProblem(error as Error)
  }
}

function columnsOf(askCancel: (announcement: Announcement) => void): Column<Announcement>[] {
  const { columns } = page
  return [
    {
      head: columns.title,
      cell: ({ title, body }) => (
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{title}</p>
          {body && <p className="truncate text-[13px] text-muted">{body}</p>}
        </div>
      ),
    },
    { head: columns.to, cell: ({ to, toName }) => toName ?? audiences[to] },
    {
      head: columns.status,
      cell: ({ status, sendAt, sentAt }) => (
        <span className="inline-flex items-center gap-2">
          <Badge tone={status === 'scheduled' ? 'accent' : 'plain'}>{statuses[status]}</Badge>
          <span className="text-[13px] text-muted">
            {status === 'scheduled' ? exactTime(new Date(sendAt)) : sentAt && <Time at={sentAt} />}
          </span>
        </span>
      ),
    },
    { head: columns.read, atEnd: true, cell: ({ read, recipients }) => page.read(read, recipients) },
    {
      head: columns.actions,
      quiet: true,
      atEnd: true,
      cell: (announcement) =>
        announcement.status === 'scheduled' && (
          <RowMenu label={page.actionsFor(announcement.title)}>
            <MenuItem onSelect={() => askCancel(announcement)}>{page.cancel}</MenuItem>
          </RowMenu>
        ),
    },
  ]
}
