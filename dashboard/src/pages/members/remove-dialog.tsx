import { Ask } from '../../ui/ask.tsx'
import { useRemoveMember } from './member-changes.ts'
import type { Member } from './queries.ts'

interface RemoveDialogProps {
  member: Member
  organization: string
  onClose: () => void
}

export function RemoveDialog({ member, organization, onClose }: RemoveDialogProps) {
  const remove = useRemoveMember()
  return (
    <Ask
      title={`Remove ${member.user.name}?`}
      action="Remove"
      keep="Keep them"
      send={() => remove(member)}
      onClose={onClose}
    >
      <p>
        They lose {organization} at once, on every device: their keys and tokens for it end, and so do their
        places in teams and shared projects. What they made stays. They are told by mail, and come back only
        if they are invited again.
      </p>
    </Ask>
  )
}
