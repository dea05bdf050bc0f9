import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ShareRole, shareRoles } from '../../roles.ts'
import { Combobox, type Option } from '../../ui/combobox.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { everybodyQuery } from '../members/queries.ts'
import { everyTeamQuery } from '../teams/queries.ts'
import { nameOf, sharesQuery } from './shares.ts'
import { texts } from './texts.ts'

const { addShare } = texts

/** Shares a project with a member, guest or team of the organization. Other people must be invited first. */
export function AddShare({ slug }: { slug: string }) {
  const options = useOptions(slug)
  const [target, setTarget] = useState<string | null>(null)
  const [role, setRole] = useState<ShareRole>('editor')
  const form = useSubmit(async () => {
    if (!target) return
    const [kind, id] = target.split(' ') as ['user' | 'team', string]
    const share = await write('projects.share', { project: slug, role, [kind]: id })
    showToast({ text: addShare.shared(nameOf(share)) })
    setTarget(null)
  })
  return (
    <Form form={form} aria-label={addShare.label} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-52">
          <Combobox
            aria-label={addShare.target}
            placeholder={addShare.target}
            options={options}
            value={target}
            onChange={setTarget}
          />
        </div>
        <Select label={addShare.role} options={shareRoles} value={role} onChange={setRole} />
        <SubmitButton disabled={!target}>{addShare.share}</SubmitButton>
      </div>
    </Form>
  )
}

/** Returns the people and teams that have no share yet. In a sandbox, only teams. */
function useOptions(slug: string): Option[] {
  const people = useQuery(everybodyQuery).data ?? []
  const teams = useQuery(everyTeamQuery).data ?? []
  const shared = new Set(useQuery(sharesQuery(slug)).data?.flatMap(({ user, team }) => [user?.id, team?.id]))
  const all = [
    ...people.map(({ user, role }) => ({
      id: user.id,
      value: `user ${user.id}`,
      label: user.name,
      detail: role === 'guest' ? addShare.guest(user.username) : user.username,
    })),
    ...teams.map(({ id, name }) => ({ id, value: `team ${id}`, label: name, detail: addShare.team })),
  ]
  return all.filter(({ id }) => !shared.has(id))
}
