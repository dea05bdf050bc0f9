import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { everybodyQuery } from '../members/queries.ts'
import { teamRoles, type TeamRole } from '../../roles.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { texts } from './texts.ts'

/** Adds a member of the organization to the team. Other people need an invitation first. */
export function AddMember({ team }: { team: string }) {
  const people = useQuery(everybodyQuery).data ?? []
  const [userId, setUserId] = useState<string | null>(null)
  const [role, setRole] = useState<TeamRole>('member')
  const candidates = people.filter(
    (member) => member.role !== 'guest' && member.teams.every(({ slug }) => slug !== team),
  )
  const form = useSubmit(async () => {
    const member = candidates.find(({ user }) => user.id === userId)
    if (!member) return
    await write('teamMembers.add', { team, user: member.user.id, role })
    showToast({ text: texts.addMember.added(member.user.name) })
    setUserId(null)
  })
  return (
    <Form form={form} className="mb-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-60">
          <Combobox
            aria-label={texts.addMember.member}
            placeholder={texts.addMember.placeholder}
            options={candidates.map(({ user }) => ({
              value: user.id,
              label: user.name,
              detail: user.username,
            }))}
            value={userId}
            onChange={setUserId}
          />
        </div>
        <Select label={texts.addMember.role} options={teamRoles} value={role} onChange={setRole} />
        <SubmitButton disabled={!userId}>{texts.addMember.add}</SubmitButton>
      </div>
    </Form>
  )
}
