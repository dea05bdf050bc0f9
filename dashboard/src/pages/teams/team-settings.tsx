import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { SaveButtons, useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Section, card } from '../settings/section.tsx'
import { type Team, teamQuery } from './queries.ts'
import { TeamPicture } from './team-picture.tsx'

export function TeamSettings() {
  const { team: slug } = useParams({ from: '/shell/teams/$team' })
  const team = useQuery(teamQuery(slug)).data
  if (!team) return null
  return (
    <div className="max-w-2xl">
      <title>{`Settings of ${team.name} · Baton`}</title>
      <TeamPicture team={team} />
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
      for (const queryKey of [['team', saved.slug], ['teams']]) void cache.invalidateQueries({ queryKey })
      showToast({ text: 'The team is saved.' })
    },
    refresh: () => cache.refetchQueries(teamQuery(team.slug)),
  })
  const { form, shown, edit } = edits
  return (
    <form
      onSubmit={form.submit}
      noValidate
      aria-label="Team"
      className={`mt-4 flex flex-col gap-4 p-5 ${card}`}
    >
      <FormMessage>{edits.message}</FormMessage>
      <Field label="Name" error={form.errorOf('name')}>
        {(control) => (
          <input
            {...control}
            name="name"
            maxLength={120}
            value={shown.name}
            onChange={(event) => edit({ name: event.target.value })}
            className="control"
          />
        )}
      </Field>
      <Field
        label="Name in addresses"
        hint="Lower-case letters, digits and hyphens. Links with the old one no longer work."
        error={form.errorOf('slug') ?? edits.taken}
      >
        {(control) => (
          <input
            {...control}
            name="slug"
            maxLength={60}
            value={shown.slug}
            onChange={(event) => edit({ slug: event.target.value })}
            className="control"
          />
        )}
      </Field>
      <Field label="What it is for" error={form.errorOf('description')}>
        {(control) => (
          <textarea
            {...control}
            name="description"
            rows={2}
            value={shown.description}
            onChange={(event) => edit({ description: event.target.value })}
            className="control field-sizing-content min-h-16 resize-none"
          />
        )}
      </Field>
      <SaveButtons edits={edits} what="The team" action="Save team" />
    </form>
  )
}

function DeleteTeam({ team }: { team: Team }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    setAsking(false)
    const { projects } = await call('teams.delete', { team: team.id })
    const moved = projects.length === 1 ? 'One project stays' : `${projects.length} projects stay`
    showToast({ text: `${team.name} is deleted. ${moved} in the organization.` })
    await navigate({ to: '/teams' })
    for (const queryKey of [['teams'], ['projects']]) void cache.invalidateQueries({ queryKey })
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
