import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type ShareRole, shareRoles } from '../../roles.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import { Rows, Section } from '../../ui/section.tsx'
import { everyTeamQuery } from '../teams/queries.ts'
import type { Workspace } from './queries.ts'
import { useShareWorkspace, useUnshareWorkspace } from './workspace-changes.ts'

export function WorkspaceTeams({ workspace }: { workspace: Workspace }) {
  const { teams, may } = workspace
  const share = useShareWorkspace(workspace)
  const unshare = useUnshareWorkspace(workspace)
  return (
    <Section
      title="Shared with"
      text="Viewers see the workspace. Editors rename it too, and add and remove projects."
    >
      {may.manage && <ShareForm workspace={workspace} />}
      {teams.length === 0 && <p className="text-muted">It is shared with no team.</p>}
      {teams.length > 0 && (
        <Rows label="Teams">
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
                    label={`Role of ${team.name}`}
                    options={shareRoles}
                    value={team.role}
                    onChange={(role) => share.mutate({ ...team, role })}
                  />
                  <IconButton label={`Stop sharing with ${team.name}`} onClick={() => unshare.mutate(team)}>
                    <CloseIcon />
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
  const able = teams?.filter(({ id }) => workspace.teams.every((team) => team.id !== id)) ?? []
  const team = able.find(({ slug }) => slug === chosen)
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
          aria-label="Team to share with"
          placeholder="A team"
          options={able.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={team?.slug ?? null}
          onChange={setChosen}
        />
      </div>
      <Select label="What the team may do" options={shareRoles} value={role} onChange={setRole} />
      <Button type="submit" disabled={!team}>
        Share
      </Button>
    </form>
  )
}
