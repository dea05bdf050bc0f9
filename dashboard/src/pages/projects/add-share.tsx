import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { type ShareRole, shareRoles } from '../../roles.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox, type Option } from '../../ui/combobox.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Select } from '../../ui/select.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { everybodyQuery } from '../members/queries.ts'
import { everyTeamQuery } from '../teams/queries.ts'
import { nameOf, sharesQuery } from './shares.ts'

/** Somebody in the organization, guests too, or a team of it. Others are invited first. */
export function AddShare({ slug }: { slug: string }) {
  const cache = useQueryClient()
  const options = useOptions(slug)
  const [whom, setWhom] = useState<string | null>(null)
  const [role, setRole] = useState<ShareRole>('editor')
  const form = useSubmit([], async () => {
    if (!whom) return
    const [kind, id] = whom.split(' ') as ['user' | 'team', string]
    const share = await call('projects.share', { project: slug, role, [kind]: id })
    showToast({ text: `Shared with ${nameOf(share)}.` })
    setWhom(null)
    await cache.invalidateQueries({ queryKey: sharesQuery(slug).queryKey })
  })
  return (
    <form onSubmit={form.submit} noValidate aria-label="Share it" className="flex flex-col gap-2">
      <FormMessage>{form.message}</FormMessage>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-52">
          <Combobox
            aria-label="With whom to share it"
            placeholder="A person or a team"
            options={options}
            value={whom}
            onChange={setWhom}
          />
        </div>
        <Select label="What they may do" options={shareRoles} value={role} onChange={setRole} />
        <Button type="submit" kind="primary" busy={form.busy} disabled={!whom}>
          Share
        </Button>
      </div>
    </form>
  )
}

/** Those with whom it is not shared yet. In a sandbox nobody is listed: teams alone can be chosen there. */
function useOptions(slug: string): Option[] {
  const people = useQuery(everybodyQuery).data ?? []
  const teams = useQuery(everyTeamQuery).data ?? []
  const shared = new Set(useQuery(sharesQuery(slug)).data?.flatMap(({ user, team }) => [user?.id, team?.id]))
  const all = [
    ...people.map(({ user, role }) => ({
      id: user.id,
      value: `user ${user.id}`,
      label: user.name,
      detail: role === 'guest' ? `${user.username}, guest` : user.username,
    })),
    ...teams.map(({ id, name }) => ({ id, value: `team ${id}`, label: name, detail: 'team' })),
  ]
  return all.filter(({ id }) => !shared.has(id))
}
