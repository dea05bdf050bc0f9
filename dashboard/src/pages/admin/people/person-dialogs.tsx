import { startImpersonation } from '../../../session.ts'
import { CheckField, TextAreaField, TextField } from '../../../ui/form-fields.tsx'
import { OperationDialog } from '../../../ui/operation-dialog.tsx'
import { showToast } from '../../../ui/toasts.ts'
import type { AdministeredPerson } from './queries.ts'
import { texts } from './texts.ts'

export interface PersonDialogProps {
  person: AdministeredPerson
  onClose: () => void
}

export function SuspendDialog({ person: { id, name }, onClose }: PersonDialogProps) {
  const labels = texts.suspendDialog
  return (
    <OperationDialog
      title={labels.title(name)}
      operation="admin.suspendUser"
      input={(form) => ({ user: id, ...reasonIn(form) })}
      onDone={() => showToast({ text: labels.done(name) })}
      submitLabel={labels.action}
      kind="danger"
      onClose={onClose}
    >
      <p>{labels.text}</p>
      <ReasonField />
    </OperationDialog>
  )
}

export function RoleDialog({ person: { id, name, role }, onClose }: PersonDialogProps) {
  const labels = texts.roleDialog
  const isPromoted = role === 'user'
  return (
    <OperationDialog
      title={isPromoted ? labels.promoteTitle(name) : labels.demoteTitle(name)}
      operation="admin.updateUserRole"
      input={(form) => ({
        user: id,
        role: isPromoted ? ('admin' as const) : ('user' as const),
        ...reasonIn(form),
      })}
      onDone={() => showToast({ text: isPromoted ? labels.promoted(name) : labels.demoted(name) })}
      submitLabel={isPromoted ? labels.promoteAction : labels.demoteAction}
      kind={isPromoted ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <p>{isPromoted ? labels.promoteText : labels.demoteText}</p>
      <ReasonField />
    </OperationDialog>
  )
}

export function ResetPasswordDialog({ person: { id, name }, onClose }: PersonDialogProps) {
  const labels = texts.passwordDialog
  return (
    <OperationDialog
      title={labels.title(name)}
      operation="admin.resetUserPassword"
      input={(form) => ({ user: id, ...reasonIn(form) })}
      onDone={() => showToast({ text: labels.done(name) })}
      submitLabel={labels.action}
      kind="danger"
      onClose={onClose}
    >
      <p>{labels.text}</p>
      <ReasonField />
    </OperationDialog>
  )
}

export function ImpersonateDialog({ person: { id, name }, onClose }: PersonDialogProps) {
  const labels = texts.impersonateDialog
  return (
    <OperationDialog
      title={labels.title(name)}
      operation="admin.impersonateUser"
      input={(form) => ({ user: id, reason: textIn(form, 'reason') })}
      onDone={({ token }) => startImpersonation(token)}
      submitLabel={labels.action}
      onClose={onClose}
    >
      <p>{labels.text}</p>
      <TextAreaField name="reason" label={texts.reason} hint={labels.reasonHint} rows={2} required />
    </OperationDialog>
  )
}

export function NotifyDialog({ person: { id, name, emailVerified }, onClose }: PersonDialogProps) {
  const labels = texts.notifyDialog
  return (
    <OperationDialog
      title={labels.title(name)}
      operation="admin.notifyUser"
      input={(form) => ({
        user: id,
        title: textIn(form, 'title'),
        body: textIn(form, 'body'),
        email: form.has('email'),
      })}
      onDone={() => showToast({ text: labels.done(name) })}
      submitLabel={labels.action}
      onClose={onClose}
    >
      <TextField name="title" label={labels.subject} required />
      <TextAreaField name="body" label={labels.body} rows={4} />
      <CheckField
        name="email"
        label={labels.email}
        disabled={!emailVerified}
        {...(!emailVerified && { hint: labels.unverified })}
      />
    </OperationDialog>
  )
}

export function ReasonField() {
  return <TextAreaField name="reason" label={texts.reason} hint={texts.reasonHint} rows={2} />
}

export function reasonIn(form: FormData): { reason?: string } {
  const reason = textIn(form, 'reason')
  return reason ? { reason } : {}
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
