import { useQuery } from '@tanstack/react-query'
import { BellIcon, CheckIcon, ClockIcon, LockIcon, type LucideIcon, MonitorIcon } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { MyOrganization } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { router } from '../../router.tsx'
import { switchOrganization } from '../../switch-organization.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Time } from '../../ui/time.tsx'
import { useReadNotification } from './notification-changes.ts'
import type { Notification, NotificationKind } from './queries.ts'
import { texts } from './texts.ts'

/** Kinds that show an icon instead of the actor's avatar. */
const icons: Partial<Record<NotificationKind, LucideIcon>> = {
  security: LockIcon,
  session_ended: ClockIcon,
  tunnel_state: MonitorIcon,
}

interface NotificationLineProps {
  notification: Notification
  /** Shows less text, for the small popover of the bell. */
  brief?: boolean
}

/** Returns how much of the text is shown. An announcement has no other page, so the inbox shows all of it. */
function bodyClass({ kind }: Notification, brief: boolean): string {
  if (brief) return 'line-clamp-1'
  return kind === 'announcement' ? 'whitespace-pre-wrap' : 'line-clamp-2'
}

/** One notification. A click anywhere opens its subject and marks it as read. */
export function NotificationLine({ notification, brief = false }: NotificationLineProps) {
  const { title, body, count, organization, project, link, at, readAt } = notification
  const { mutate } = useReadNotification()
  const otherOrganization = useOtherOrganization(notification)
  const unread = readAt === null
  const { notificationLine: line } = texts
  return (
    <li
      data-notification={notification.id}
      className={`group relative flex gap-3 hover:bg-hover ${brief ? 'rounded-md px-2.5 py-2' : 'px-4 py-(--row-inset)'}`}
    >
      <NotificationIcon notification={notification} />
      <div className="min-w-0 grow">
        <p className={`wrap-anywhere ${unread ? 'font-medium' : 'text-muted'}`}>
          {/* The link covers the whole line except its button. */}
          <PathLink
            href={link}
            data-notification-link
            onClick={(event) => {
              if (unread) mutate({ notification, read: true })
              if (otherOrganization) openInOrganization(event, otherOrganization, link)
            }}
            className="outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {unread && <span className="sr-only">{line.unread}</span>}
            {title}
          </PathLink>
          {count > 1 && (
            <span className="ml-1.5 rounded-full bg-hover px-1.5 text-xs font-normal text-muted tabular-nums">
              {count}
              <span className="sr-only">{line.times}</span>
            </span>
          )}
        </p>
        {body && (
          <p className={`text-[13px] text-muted wrap-anywhere ${bodyClass(notification, brief)}`}>{body}</p>
        )}
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted">
          <Time at={at} />
          {otherOrganization && <span className="truncate">{organization?.name}</span>}
          {project && <span className="truncate">{project.name}</span>}
        </p>
      </div>
      <span
        className={`relative -mr-1 self-center ${unread ? 'text-accent' : 'opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100'}`}
      >
        <IconButton
          label={unread ? line.markRead : line.markUnread}
          plain={unread}
          onClick={() => mutate({ notification, read: unread })}
        >
          {unread ? <span className="size-1.5 rounded-full bg-current" /> : <CheckIcon />}
        </IconButton>
      </span>
    </li>
  )
}

/**
 * Returns the notification's organization if it is another one of the user's. An invitation opens without a switch, because
 * the user isn't a member yet.
 */
function useOtherOrganization({ organization, kind }: Notification): MyOrganization | undefined {
  const me = useQuery(meQuery).data
  if (!organization || kind === 'invited' || organization.id === me?.organization?.id) return undefined
  return me?.organizations.find(({ id }) => id === organization.id)
}

/** Switches to the organization before the link opens. */
function openInOrganization(event: MouseEvent, organization: MyOrganization, link: string): void {
  event.preventDefault()
  void switchOrganization(organization).then(() => router.history.push(link))
}

function NotificationIcon({ notification: { actor, kind } }: { notification: Notification }) {
  const Icon = icons[kind] ?? (actor && actor.kind !== 'system' ? null : BellIcon)
  if (!Icon) return <Avatar {...actor!} size="mt-0.5 size-6 text-[11px]" />
  return (
    <span className="mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
      <Icon />
    </span>
  )
}
