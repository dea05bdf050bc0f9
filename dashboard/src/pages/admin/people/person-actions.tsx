import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { meQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import {
  ImpersonateDialog,
  NotifyDialog,
  type PersonDialogProps,
  ResetPasswordDialog,
  RoleDialog,
  SuspendDialog,
} from './person-dialogs.tsx'
import { CodeDialog } from './code-dialog.tsx'
import type { AdministeredPerson } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.actions

/** The actions on an account. Administrators change their own account in their settings. */
export function PersonActions({ person }: { person: AdministeredPerson }) {
  const [Open, setOpen] = useState<ComponentType<PersonDialogProps> | null>(null)
  const isSelf = useQuery(meQuery).data?.user.id === person.id
  const isSuspended = person.suspendedAt !== null
  const unsuspend = async () => {
    await write('admin.unsuspendUser', { user: person.id })
    showToast({ text: labels.unsuspended(person.name) })
  }
  const opens = (Dialog: ComponentType<PersonDialogProps>) => () => setOpen(() => Dialog)
  return (
    <div role="group" aria-label={labels.label} className="flex flex-wrap gap-2">
      {!isSelf && !isSuspended && (
        <>
          <Button onClick={opens(NotifyDialog)}>{labels.notify}</Button>
          <Button onClick={opens(ImpersonateDialog)}>{labels.impersonate}</Button>
          <Button onClick={opens(CodeDialog)}>{labels.code}</Button>
          <Button onClick={opens(ResetPasswordDialog)}>{labels.resetPassword}</Button>
        </>
      )}
      <Button onClick={opens(RoleDialog)}>
        {person.role === 'admin' ? labels.removeAdministrator : labels.makeAdministrator}
      </Button>
      {isSuspended ? (
        <Button onClick={() => void unsuspend().catch(showProblem)}>{labels.unsuspend}</Button>
      ) : (
        !isSelf && (
          <Button kind="danger" onClick={opens(SuspendDialog)}>
            {labels.suspend}
          </Button>
        )
      )}
      {Open && <Open person={person} onClose={() => setOpen(null)} />}
    </div>
  )
}
