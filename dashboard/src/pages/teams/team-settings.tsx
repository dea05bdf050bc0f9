import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { read, useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Section } from '../../ui/section.tsx'
import { refreshKinds } from '../../write.ts'
import type { Team } from './queries.ts'
import { TeamAvatar } from './team-avatar.tsx'

export function TeamSettings() {
  const { team: slug } = useParams({ from: '/shell/teams/$team' })
  const team = useRead('teams.get', { team: slug }).data
  if (!team) return null
  return (
    <div className="max-w-2xl">
      <title>{`Settings of ${team.name} · Baton`}</title>
      <TeamAvatar team={team} />
      <SettingsForm team={team} />
      <DeleteTeam team={team} />
    </div>
  )
}

function SettingsForm({ team }: { team: Team }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const edits = useEdits(team, {
    fields: ['name', 'slug', 'description'],
    save: async (set) => {
      const saved = await call('teams.update', { team: team.id, ...set }, { ifMatch: team.version })
      await navigate({ to: '/teams/$team/settings', params: { team: saved.slug } })
      void refreshKinds('team')
      showToast({ text: 'The team is saved.' })
    },
    refresh: () => cache.refetchQueries(read('teams.get', { team: team.slug })),
  })
  return (
    <EditForm edits={edits} label="Team" what="The team" action="Save team" className="mt-4">
      <EditText edits={edits} name="name" label="Name" maxLength={120} />
      <EditText
        edits={edits}
        name="slug"
        label="Name in addresses"
        hint="Lower-case letters, digits and hyphens. Links with the old one no longer work."
        maxLength={60}
        address
      />
      <EditText edits={edits} name="description" label="What it is for" maxLength={20_000} rows={2} />
    </EditForm>
  )
}

function DeleteTeam({ team }: { team: Team }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    setAsking(false)
    const { projects } = await call('teams.delete', { team: team.id })
    const moved = projects.length === 1 ? 'One project stays' : `${projects.length} projects stay`
    showToast({ text: `${team.name} is deleted. ${moved} in the organization.` })
    await navigate({ to: '/teams' })
    void refreshKinds('team')
  }
  return (
    <Section
      title="Delete the team"
      text="Its projects stay in the organization. What only the team saw is shared by name with those who are in it, and nobody else sees it."
    >
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete {team.name}
      </Button>
      {asking && (
        <Confirm
          title={`Delete ${team.name}?`}
          text="The team itself cannot be brought back. No project and no task is lost."
          action="Delete the team"
          onClose={() => setAsking(false)}
          onConfirm={() => void remove().catch(showProblem)}
        />
      )}
    </Section>
  )
}
