import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { organizationQuery } from '../organizations/queries.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { useOpenTeams } from './open-teams.ts'

/** For whoever may invite: admins into the organization, leads into their teams. */
export function InviteButton() {
  const organization = useQuery(organizationQuery).data
  const teams = useOpenTeams()
  const [open, setOpen] = useState(false)
  if (!organization || !teams) return null
  const most = organization.may.manageMembers ? organization.role : null
  if (most === null && teams.length === 0) return null
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        <PlusIcon /> Invite people
      </Button>
      {open && <InviteDialog most={most} teams={teams} onClose={() => setOpen(false)} />}
    </>
  )
}
