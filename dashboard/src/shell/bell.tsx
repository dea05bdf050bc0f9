import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellIcon } from 'lucide-react'
import { useReadAllNotifications } from '../pages/notifications/notification-changes.ts'
import { NotificationLine } from '../pages/notifications/notification-line.tsx'
import { newestQuery } from '../pages/notifications/queries.ts'
import { Popover } from '../ui/popover.tsx'
import { texts } from './texts.ts'

/** The newest notifications and the number of unread ones. */
export function Bell() {
  const newest = useQuery(newestQuery).data
  const readAll = useReadAllNotifications()
  const unread = newest?.unread ?? 0
  return (
    <Popover
      label={unread > 0 ? texts.bell.unreadLabel(unread) : texts.bell.label}
      button={
        <>
          <BellIcon />
          {unread > 0 && (
            <span className="absolute -top-0.5 left-3.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px]/4 font-semibold text-on-accent tabular-nums ring-2 ring-canvas">
              {unread > 99 ? texts.bell.maxCount : unread}
            </span>
          )}
        </>
      }
      buttonClassName="relative inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      className="w-96"
    >
      <div className="sticky -top-1 z-10 -mx-1 -mt-1 flex items-center gap-3 bg-raised px-3.5 pt-2 pb-1.5">
        <h2 className="mr-auto font-semibold">{texts.bell.label}</h2>
        {unread > 0 && (
          <button
            type="button"
            className="rounded text-[13px] text-muted underline-offset-2 hover:text-ink hover:underline"
            onClick={() => readAll.mutate()}
          >
            {texts.bell.markAllRead}
          </button>
        )}
      </div>
      {newest?.items.length === 0 ? (
        <p className="px-2.5 py-5 text-center text-muted">{texts.bell.empty}</p>
      ) : (
        <ul aria-label={texts.bell.newest}>
          {newest?.items.map((notification) => (
            <NotificationLine key={notification.id} notification={notification} brief />
          ))}
        </ul>
      )}
      <div className="sticky -bottom-1 z-10 -mx-1 mt-1 -mb-1 flex justify-between border-t bg-raised px-3.5 py-2 text-[13px]">
        <Link to="/inbox" className="font-medium text-accent underline-offset-2 hover:underline">
          {texts.bell.openInbox}
        </Link>
        <Link
          to="/settings/notifications"
          className="text-muted underline-offset-2 hover:text-ink hover:underline"
        >
          {texts.bell.settings}
        </Link>
      </div>
    </Popover>
  )
}
