import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { XIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type ShareRole, shareRoles } from '../../roles.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import { Rows, Section } from '../../ui/section.tsx'
import { everyTeamQuery } from '../teams/queries.ts'
import type { Workspace } from './queries.ts'
import { useShareWorkspace, useUnshareWorkspace } from './workspace-changes.ts'
import { texts } from './texts.ts'

export function WorkspaceTeams({ workspace }: { workspace: Workspace }) {
  const { teams, may } = workspace
  const share = useShareWorkspace(workspace)
  const unshare = useUnshareWorkspace(workspace)
  return (
    <Section title={texts.teams.title} text={texts.teams.text}>
      {may.manage && <ShareForm workspace={workspace} />}
      {teams.length === 0 && <p className="text-muted">{texts.teams.empty}</p>}
      {teams.length > 0 && (
        <Rows label={texts.teams.label}>
          {teams.map((team) => (
            <li key={team.id} className="flex items-center gap-3 px-4 py-(--row-inset)">
              <Link
                to="/teams/$team"
                params={{ team: team.slug }}
                className="flex min-w-0 grow hover:underline"
              >
                <Person kind="team" id={team.id} name={team.name} />
              </Link>
              {may.manage ? (
                <>
                  <Select
                    label={texts.teams.roleOf(team.name)}
                    options={shareRoles}
                    value={team.role}
                    onChange={(role) => share.mutate({ ...team, role })}
                  />
                  <IconButton label={texts.teams.unshare(team.name)} onClick={() => unshare.mutate(team)}>
                    <XIcon />
                  </IconButton>
                </>
              ) : (
                <span className="text-muted">
                  {shareRoles.find(({ value }) => value === team.role)?.name}
                </span>
              )}
            </li>
          ))}
        </Rows>
      )}
    </Section>
  )
}

function ShareForm({ workspace }: { workspace: Workspace }) {
  const teams = useQuery(everyTeamQuery).data
  const share = useShareWorkspace(workspace)
  const [chosen, setChosen] = useState<string | null>(null)
  const [role, setRole] = useState<ShareRole>('viewer')
  const candidates = teams?.filter(({ id }) => workspace.teams.every((team) => team.id !== id)) ?? []
  const team = candidates.find(({ slug }) => slug === chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!team) return
    share.mutate({ id: team.id, slug: team.slug, name: team.name, role })
    setChosen(null)
  }
  return (
    <form onSubmit={submit} className="mb-3 flex flex-wrap items-center gap-2">
      <div className="min-w-0 grow basis-48">
        <Combobox
          aria-label={texts.teams.choose}
          placeholder={texts.teams.placeholder}
          options={candidates.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={team?.slug ?? null}
          onChange={setChosen}
        />
      </div>
      <Select label={texts.teams.role} options={shareRoles} value={role} onChange={setRole} />
      <Button type="submit" disabled={!team}>
        {texts.teams.share}
      </Button>
    </form>
  )
}
