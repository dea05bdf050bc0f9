import { Link } from '@tanstack/react-router'
import {
  BugIcon,
  CircleQuestionMarkIcon,
  LifeBuoyIcon,
  LogOutIcon,
  Settings2Icon,
  ShieldIcon,
} from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { type Me, anyOrganization, call } from '../client.ts'
import { stopFollowing } from '../live/use-live.ts'
import { roleNames } from '../roles.ts'
import { endSession } from '../session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Popover } from '../ui/popover.tsx'
import { texts } from './texts.ts'

const ReportDialog = lazy(() =>
  import('../pages/issues/report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
)

const item = 'flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left hover:bg-hover'

interface AccountMenuProps {
  me: Me
  /** Whether only the image is visible. */
  compact: boolean
  onNavigate: (() => void) | undefined
}

export function AccountMenu(props: AccountMenuProps) {
  const [reporting, setReporting] = useState(false)
  return (
    <>
      <AccountPopover {...props} onReport={() => setReporting(true)} />
      {reporting && (
        <Suspense>
          <ReportDialog onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  )
}

function AccountPopover({ me, compact, onNavigate, onReport }: AccountMenuProps & { onReport: () => void }) {
  return (
    <Popover
      label={texts.accountMenu.label(me.user.name)}
      button={
        <>
          <Avatar kind="user" id={me.user.id} name={me.user.name} />
          {!compact && <span className="truncate">{me.user.name}</span>}
        </>
      }
      buttonClassName="flex w-full items-center gap-2 rounded-md px-1.5 py-1.5 text-left hover:bg-hover"
    >
      <div className="border-b px-2.5 pt-1.5 pb-2">
        <p className="truncate font-medium">{me.user.name}</p>
        <p className="truncate text-[13px] text-muted">{me.user.email}</p>
        <p className="mt-1 truncate text-[13px] text-muted">
          {me.organization && texts.accountMenu.roleIn(roleNames[me.organization.role], me.organization.name)}
        </p>
      </div>
      <Link to="/settings/profile" onClick={onNavigate} className={`mt-1 ${item}`}>
        <Settings2Icon /> {texts.accountMenu.settings}
      </Link>
      {me.user.role === 'admin' && !me.credential.impersonator && (
        <Link to="/admin" onClick={onNavigate} className={item}>
          <ShieldIcon /> {texts.accountMenu.administration}
        </Link>
      )}
      <Link to="/help" onClick={onNavigate} className={item}>
        <CircleQuestionMarkIcon /> {texts.accountMenu.handbook}
      </Link>
      <button type="button" onClick={onReport} className={item}>
        <BugIcon /> {texts.accountMenu.reportProblem}
      </button>
      <Link to="/issues" onClick={onNavigate} className={item}>
        <LifeBuoyIcon /> {texts.accountMenu.issues}
      </Link>
      <button type="button" onClick={() => void signOut()} className={item}>
        <LogOutIcon />{' '}
        {me.credential.impersonator ? texts.accountMenu.stopImpersonating : texts.accountMenu.signOut}
      </button>
    </Popover>
  )
}

/**
 * Signs out on this device, and on the server if it is reachable. With `forgetDevice`, the next sign-in asks for the
 * second factor.
 */
export async function signOut(reason: string | null = null, forgetDevice = false): Promise<void> {
  stopFollowing()
  await call('accounts.logOut', { forgetDevice }, anyOrganization).catch(() => {})
  endSession(reason)
}
