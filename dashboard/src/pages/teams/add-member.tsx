import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { everybodyQuery } from '../members/queries.ts'
import { teamRoles, type TeamRole } from '../../roles.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Select } from '../../ui/select.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'

/** Somebody who is in the organization comes into the team. Others are invited first. */
export function AddMember({ team }: { team: string }) {
  const people = useQuery(everybodyQuery).data ?? []
  const [who, setWho] = useState<string | null>(null)
  const [role, setRole] = useState<TeamRole>('member')
  const form = useSubmit([], async () => {
    if (!who) return
    await write('teamMembers.add', { team, user: who, role })
    showToast({ text: 'They are in the team now.' })
    setWho(null)
  })
  const able = people.filter(
    (member) => member.role !== 'guest' && member.teams.every(({ slug }) => slug !== team),
  )
  return (
    <form onSubmit={form.submit} noValidate className="mb-4 flex flex-col gap-2">
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-60">
          <Combobox
            aria-label="Who comes into the team"
            placeholder="Somebody in the organization"
            options={able.map(({ user }) => ({
              value: user.id,
              label: user.name,
              detail: user.username,
            }))}
            value={who}
            onChange={setWho}
          />
        </div>
        <Select label="Role in the team" options={teamRoles} value={role} onChange={setRole} />
        <Button type="submit" kind="primary" busy={form.busy} disabled={!who}>
          Add
        </Button>
      </div>
    </form>
  )
}
