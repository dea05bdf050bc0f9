import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import { useRemoveMember } from './member-changes.ts'
import type { Member } from './queries.ts'
import { texts } from './texts.ts'

interface RemoveDialogProps {
  member: Member
  organization: string
  onClose: () => void
}

export function RemoveDialog({ member, organization, onClose }: RemoveDialogProps) {
  const remove = useRemoveMember()
  const labels = texts.removeDialog
  return (
    <AsyncConfirm
      title={labels.title(member.user.name)}
      action={labels.remove}
      send={() => remove(member)}
      onClose={onClose}
    >
      <p>{labels.consequence(organization)}</p>
    </AsyncConfirm>
  )
}
