import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CheckIcon, Settings2Icon } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Select } from '../../ui/select.tsx'
import { dayName } from '../../ui/time.tsx'
import { useReadAllNotifications, useReadNotification } from './notification-changes.ts'
import { NotificationLine } from './notification-line.tsx'
import { type InboxSearch, type Notification, filterOf, newestQuery, notificationsQuery } from './queries.ts'
import { texts } from './texts.ts'

const page = texts.inboxPage
const kinds = [
  { value: '', name: page.kindFilter.all },
  ...Object.entries(texts.kinds).map(([value, name]) => ({ value, name })),
]

/** All notifications of the user, by day. */
export function InboxPage() {
  const search = useSearch({ from: '/shell/inbox' })
  const navigate = useNavigate()
  const unread = useQuery(newestQuery).data?.unread ?? 0
  const readAll = useReadAllNotifications()
  const show = (change: InboxSearch) =>
    void navigate({ to: '/inbox', search: { ...search, ...change }, replace: true })
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8 md:py-8">
      <title>{`${unread > 0 ? page.titleWithUnread(unread) : page.title} · Baton`}</title>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="mr-auto text-xl font-semibold tracking-tight">{page.title}</h1>
        <Button disabled={unread === 0} onClick={() => readAll.mutate()}>
          <CheckIcon /> {page.readAll}
        </Button>
        <LinkButton to="/settings/notifications" aria-label={page.settings}>
          <Settings2Icon />
        </LinkButton>
      </div>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Choice
          label={page.readFilter.label}
          value={search.unread ? 'unread' : 'all'}
          names={page.readFilter.options}
          onChange={(status) => show({ unread: status === 'unread' || undefined })}
        />
        <Select
          label={page.kindFilter.label}
          options={kinds}
          value={search.kind ?? ''}
          onChange={(kind) => show({ kind: (kind || undefined) as InboxSearch['kind'] })}
        />
      </div>
      <PagedList
        query={notificationsQuery(filterOf(search))}
        noun={page.noun}
        moreLabel={page.more}
        empty={<Empty {...emptyTexts(search)} />}
      >
        {(notifications) => <NotificationsByDay notifications={notifications} />}
      </PagedList>
    </div>
  )
}

function NotificationsByDay({ notifications }: { notifications: Notification[] }) {
  const { mutate } = useReadNotification()
  const days = Map.groupBy(notifications, ({ at }) => dayName(new Date(at)))
  const list = useInboxKeys((id) => {
    const notification = notifications.find((each) => each.id === id)
    if (notification) mutate({ notification, read: notification.readAt === null })
  })
  return (
    <div ref={list}>
      {[...days].map(([day, notificationsOfDay]) => (
        <section key={day} aria-label={day} className="mt-4">
          <h2 className="mb-2 text-xs font-semibold text-muted">{day}</h2>
          <ol className="flex flex-col divide-y overflow-hidden rounded-lg border bg-surface">
            {notificationsOfDay.map((notification) => (
              <NotificationLine key={notification.id} notification={notification} />
            ))}
          </ol>
        </section>
      ))}
      <p className="mt-4 hidden text-xs text-muted md:block">{page.shortcuts}</p>
    </div>
  )
}

function emptyTexts({ unread, kind }: InboxSearch) {
  if (kind) return page.noMatches
  return unread ? page.noUnread : page.empty
}

const linkSelector = '[data-notification-link]'
const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, e: 1 }
/** Controls that use letters and arrows themselves. */
const typingSelector =
  'input:not([type=radio]), textarea, select, [contenteditable], [role=menu] *, [role=dialog] *, dialog *'

/** Moves the focus with the arrow keys, J and K. E toggles the focused notification and moves to the next one. */
function useInboxKeys(toggle: (id: string) => void) {
  const list = useRef<HTMLDivElement>(null)
  const mark = useEffectEvent(toggle)
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      const focused = document.activeElement
      const step = steps[key]
      if (!focused || step === undefined || ctrlKey || metaKey || altKey || focused.matches(typingSelector))
        return
      const links = [...(list.current?.querySelectorAll<HTMLElement>(linkSelector) ?? [])]
      const index = links.findIndex((link) => link === focused)
      // Without a focused notification, arrows scroll and E has nothing to toggle.
      if (index < 0 && key !== 'j' && key !== 'k') return
      event.preventDefault()
      const next =
        index < 0 ? links[0] : (links[index + step] ?? (key === 'e' ? links[index - 1] : undefined))
      if (key === 'e') mark(focused.closest<HTMLElement>('[data-notification]')!.dataset.notification!)
      next?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return list
}
