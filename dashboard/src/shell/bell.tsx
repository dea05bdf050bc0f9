import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useReadAllNotifications } from '../pages/notifications/notification-changes.ts'
import { NotificationLine } from '../pages/notifications/notification-line.tsx'
import { newestQuery } from '../pages/notifications/queries.ts'
import { BellIcon } from '../ui/icons.tsx'
import { Popover } from '../ui/popover.tsx'

/** What the person was told last, and how much of all they have not read. */
export function Bell() {
  const known = useQuery(newestQuery).data
  const readAll = useReadAllNotifications()
  const unread = known?.unread ?? 0
  return (
    <Popover
      label={unread > 0 ? `Notifications: ${unread} unread` : 'Notifications'}
      button={
        <>
          <BellIcon />
          {unread > 0 && (
            <span className="absolute -top-0.5 left-3.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px]/4 font-semibold text-on-accent tabular-nums ring-2 ring-canvas">
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </>
      }
      buttonClassName="relative inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      className="w-96"
    >
      <div className="sticky -top-1 z-10 -mx-1 -mt-1 flex items-center gap-3 bg-raised px-3.5 pt-2 pb-1.5">
        <h2 className="mr-auto font-semibold">Notifications</h2>
        {unread > 0 && (
          <button
            type="button"
            className="rounded text-[13px] text-muted underline-offset-2 hover:text-ink hover:underline"
            onClick={() => readAll.mutate()}
          >
            Mark all as read
          </button>
        )}
      </div>
      {known?.items.length === 0 ? (
        <p className="px-2.5 py-5 text-center text-muted">
          Nothing yet. What is meant for you appears here: what is assigned to you, who mentions you, what can
          be begun.
        </p>
      ) : (
        <ul aria-label="Newest notifications">
          {known?.items.map((notification) => (
            <NotificationLine key={notification.id} notification={notification} brief />
          ))}
        </ul>
      )}
      <div className="sticky -bottom-1 z-10 -mx-1 mt-1 -mb-1 flex justify-between border-t bg-raised px-3.5 py-2 text-[13px]">
        <Link to="/inbox" className="font-medium text-accent underline-offset-2 hover:underline">
          Open the inbox
        </Link>
        <Link
          to="/settings/notifications"
          className="text-muted underline-offset-2 hover:text-ink hover:underline"
        >
          Settings
        </Link>
      </div>
    </Popover>
  )
}
