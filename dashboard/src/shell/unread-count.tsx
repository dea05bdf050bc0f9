import { useQuery } from '@tanstack/react-query'
import { newestQuery } from '../pages/notifications/queries.ts'
import { texts } from './texts.ts'

/** The number of unread notifications, beside the name of the inbox or at the corner of its icon. */
export function UnreadCount({ corner }: { corner: boolean }) {
  const unread = useQuery(newestQuery).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <span
      className={`min-w-4 rounded-full bg-accent px-1 text-center text-[10px]/4 font-semibold text-on-accent tabular-nums ${
        corner ? 'absolute top-0 right-0' : 'ml-auto'
      }`}
    >
      {unread > 99 ? texts.sidebar.maxCount : unread}
      <span className="sr-only"> {texts.sidebar.unread}</span>
    </span>
  )
}
