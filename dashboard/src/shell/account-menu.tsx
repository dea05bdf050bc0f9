import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { type Me, call } from '../client.ts'
import { stopFollowing } from '../live/use-live.ts'
import { endSession } from '../session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { SettingsIcon, SignOutIcon } from '../ui/icons.tsx'

const item = 'flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left hover:bg-hover'

export function AccountMenu({ me, onNavigate }: { me: Me; onNavigate?: (() => void) | undefined }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Account"
        className="flex w-full items-center gap-2 rounded-md px-1.5 py-1.5 text-left hover:bg-hover"
      >
        <Avatar kind="user" id={me.user.id} name={me.user.name} />
        <span className="truncate">{me.user.name}</span>
      </button>
      {/* The browser closes it on Escape and on a click elsewhere. */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="fixed inset-auto bottom-13 left-2.5 w-60 rounded-lg border bg-raised p-1 text-ink shadow-xl"
      >
        <div className="border-b px-2.5 pt-1.5 pb-2">
          <p className="truncate font-medium">{me.user.name}</p>
          <p className="truncate text-[13px] text-muted">{me.user.email}</p>
          <p className="mt-1 truncate text-[13px] text-muted">
            {me.organization && `${titleCase(me.organization.role)} of ${me.organization.name}`}
          </p>
        </div>
        <Link
          to="/settings/profile"
          onClick={() => {
            menu.current?.hidePopover()
            onNavigate?.()
          }}
          className={`mt-1 ${item}`}
        >
          <SettingsIcon /> Settings
        </Link>
        <button type="button" onClick={() => void signOut()} className={item}>
          <SignOutIcon /> Sign out
        </button>
      </div>
    </>
  )
}

/** Signed out here in any case; on the server too, if it can be reached. */
export async function signOut(farewell: string | null = null): Promise<void> {
  stopFollowing()
  await call('accounts.logOut', {}).catch(() => {})
  endSession(farewell)
}

function titleCase(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
