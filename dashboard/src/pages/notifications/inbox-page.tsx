import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CheckIcon, Settings2Icon } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useChangeSearch } from '../../change-search.ts'
import { Button } from '../../ui/button.tsx'
import { ByDay } from '../../ui/by-day.tsx'
import { Choice } from '../../ui/choice.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { useReadAllNotifications, useReadNotification } from './notification-changes.ts'
import { NotificationLine } from './notification-line.tsx'
import { type InboxSearch, type Notification, filterOf, newestQuery, notificationsQuery } from './queries.ts'
import { texts } from './texts.ts'

const page = texts.inboxPage

/** All notifications of the user, by day. */
export function InboxPage() {
  const search = useSearch({ from: '/shell/inbox' })
  const unread = useQuery(newestQuery).data?.unread ?? 0
  const readAll = useReadAllNotifications()
  return (
    <Page
      title={page.title}
      tabTitle={unread > 0 ? page.titleWithUnread(unread) : page.title}
      width="narrow"
      actions={
        <>
          <Button disabled={unread === 0} onClick={() => readAll.mutate()}>
            <CheckIcon /> {page.readAll}
          </Button>
          <LinkButton to="/settings/notifications" aria-label={page.settings}>
            <Settings2Icon />
          </LinkButton>
        </>
      }
    >
      <FilteredList
        texts={search.unread && !search.kind ? { ...page, noMatches: page.noUnread } : page}
        query={notificationsQuery(filterOf(search))}
        filter={search}
        filters={<Filters search={search} />}
      >
        {(notifications) => <NotificationsByDay notifications={notifications} />}
      </FilteredList>
    </Page>
  )
}

function Filters({ search }: { search: InboxSearch }) {
  const show = useChangeSearch<InboxSearch>()
  return (
    <>
      <Choice
        label={page.readFilter.label}
        value={search.unread ? 'unread' : 'all'}
        names={page.readFilter.options}
        onChange={(status) => show({ unread: status === 'unread' || undefined })}
      />
      <FilterSelect
        label={page.kindFilter.label}
        all={page.kindFilter.all}
        options={texts.kinds}
        value={search.kind}
        onChange={(kind) => show({ kind })}
      />
    </>
  )
}

function NotificationsByDay({ notifications }: { notifications: Notification[] }) {
  const { mutate } = useReadNotification()
  const list = useInboxKeys((id) => {
    const notification = notifications.find((each) => each.id === id)
    if (notification) mutate({ notification, read: notification.readAt === null })
  })
  return (
    <div ref={list}>
      <ByDay items={notifications} at={({ at }) => at}>
        {(notificationsOfDay) => (
          <ol className="flex flex-col divide-y overflow-hidden rounded-lg border bg-surface">
            {notificationsOfDay.map((notification) => (
              <NotificationLine key={notification.id} notification={notification} />
            ))}
          </ol>
        )}
      </ByDay>
      <p className="mt-4 hidden text-xs text-muted md:block">{page.shortcuts}</p>
    </div>
  )
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
