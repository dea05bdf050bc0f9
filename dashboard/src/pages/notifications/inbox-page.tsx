import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { CheckIcon, SettingsIcon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Select } from '../../ui/select.tsx'
import { dayName } from '../../ui/time.tsx'
import { useReadAllNotifications, useReadNotification } from './notification-changes.ts'
import { NotificationLine } from './notification-line.tsx'
import {
  type InboxSearch,
  type Notification,
  filterOf,
  kindNames,
  newestQuery,
  notificationsQuery,
} from './queries.ts'

const whichNames = { all: 'All', unread: 'Unread' }
const kinds = [
  { value: '', name: 'Every kind' },
  ...Object.entries(kindNames).map(([value, name]) => ({ value, name })),
]

/** Everything that its reader was told, day by day. */
export function InboxPage() {
  const search = useSearch({ from: '/shell/inbox' })
  const navigate = useNavigate()
  const unread = useQuery(newestQuery).data?.unread ?? 0
  const readAll = useReadAllNotifications()
  const show = (change: InboxSearch) =>
    void navigate({ to: '/inbox', search: { ...search, ...change }, replace: true })
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8 md:py-8">
      <title>{unread > 0 ? `(${unread}) Inbox · Baton` : 'Inbox · Baton'}</title>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="mr-auto text-xl font-semibold tracking-tight">Inbox</h1>
        <Button disabled={unread === 0} onClick={() => readAll.mutate()}>
          <CheckIcon /> Mark all as read
        </Button>
        <LinkButton to="/settings/notifications" aria-label="Notification settings">
          <SettingsIcon />
        </LinkButton>
      </div>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Choice
          label="Which notifications"
          value={search.unread ? 'unread' : 'all'}
          names={whichNames}
          onChange={(which) => show({ unread: which === 'unread' || undefined })}
        />
        <Select
          label="Kind"
          options={kinds}
          value={search.kind ?? ''}
          onChange={(kind) => show({ kind: (kind || undefined) as InboxSearch['kind'] })}
        />
      </div>
      <PagedList
        query={notificationsQuery(filterOf(search))}
        noun="notifications"
        moreLabel="Further back"
        empty={<Nothing search={search} />}
      >
        {(notifications) => <Days notifications={notifications} />}
      </PagedList>
    </div>
  )
}

function Days({ notifications }: { notifications: Notification[] }) {
  const { mutate } = useReadNotification()
  const days = Map.groupBy(notifications, ({ at }) => dayName(new Date(at)))
  const list = useInboxKeys((id) => {
    const notification = notifications.find((each) => each.id === id)
    if (notification) mutate({ notification, read: notification.readAt === null })
  })
  return (
    <div ref={list}>
      {[...days].map(([day, told]) => (
        <section key={day} aria-label={day} className="mt-4">
          <h2 className="mb-2 text-xs font-semibold text-muted">{day}</h2>
          <ol className="flex flex-col divide-y overflow-hidden rounded-lg border bg-surface">
            {told.map((notification) => (
              <NotificationLine key={notification.id} notification={notification} />
            ))}
          </ol>
        </section>
      ))}
      <p className="mt-4 hidden text-xs text-muted md:block">
        Arrows or J and K walk through the list, Enter opens what is told of, E marks it read or unread.
      </p>
    </div>
  )
}

function Nothing({ search: { unread, kind } }: { search: InboxSearch }) {
  if (kind) return <Empty title="Nothing of this kind" text="Choose another kind to see more." />
  if (unread) return <Empty title="All read" text="What is new appears here by itself." />
  return (
    <Empty
      title="Nothing yet"
      text="What is meant for you appears here by itself: what is assigned to you, who mentions you, which reviews wait for you, what can be begun."
    />
  )
}

const line = '[data-notification-link]'
const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, e: 1 }
/** Where letters are letters. */
const typing = 'input:not([type=radio]), textarea, select, [contenteditable], [popover] *, dialog *'

/** Arrows, or J and K, walk from line to line; E marks one read or unread, and goes on to the next. */
function useInboxKeys(toggle: (id: string) => void) {
  const list = useRef<HTMLDivElement>(null)
  const mark = useEffectEvent(toggle)
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      const at = document.activeElement
      const step = steps[key]
      if (!at || step === undefined || ctrlKey || metaKey || altKey || at.matches(typing)) return
      const links = [...(list.current?.querySelectorAll<HTMLElement>(line) ?? [])]
      const place = links.findIndex((link) => link === at)
      // Elsewhere an arrow has a meaning of its own, and there is nothing to mark.
      if (place < 0 && key !== 'j' && key !== 'k') return
      event.preventDefault()
      const next =
        place < 0 ? links[0] : (links[place + step] ?? (key === 'e' ? links[place - 1] : undefined))
      if (key === 'e') mark(at.closest<HTMLElement>('[data-notification]')!.dataset.notification!)
      next?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return list
}
