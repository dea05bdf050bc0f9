import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { useInvitableTeams } from './invitable-teams.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { texts } from './texts.ts'

/** Shown to admins, who invite to the organization, and to leads, who invite to their teams. */
export function InviteButton() {
  const organization = useRead('organizations.get', {}).data
  const teams = useInvitableTeams()
  const [open, setOpen] = useState(false)
  if (!organization || !teams) return null
  const maxRole = organization.may.manageMembers ? organization.role : null
  if (maxRole === null && teams.length === 0) return null
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <PlusIcon /> {texts.invite}
      </Button>
      {open && <InviteDialog maxRole={maxRole} teams={teams} onClose={() => setOpen(false)} />}
    </>
  )
}
