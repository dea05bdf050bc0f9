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
import { texts } from './texts.ts'

export function TeamSettings() {
  const { team: slug } = useParams({ from: '/shell/teams/$team' })
  const team = useRead('teams.get', { team: slug }).data
  if (!team) return null
  return (
    <div className="max-w-2xl">
      <title>{`${texts.settings.title(team.name)} · Baton`}</title>
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
      showToast({ text: texts.settings.saved })
    },
    refresh: () => cache.refetchQueries(read('teams.get', { team: team.slug })),
  })
  return (
    <EditForm
      edits={edits}
      operation="teams.update"
      label={texts.settings.label}
      subject={texts.settings.subject}
      action={texts.settings.save}
      className="mt-4"
    >
      <EditText edits={edits} name="name" label={texts.settings.name} />
      <EditText
        edits={edits}
        name="slug"
        label={texts.settings.slug}
        hint={texts.settings.slugHint}
        isIdentifier
      />
      <EditText edits={edits} name="description" label={texts.settings.description} rows={2} />
    </EditForm>
  )
}

function DeleteTeam({ team }: { team: Team }) {
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState(false)
  const remove = async () => {
    setConfirming(false)
    const { projects } = await call('teams.delete', { team: team.id })
    const { deleted, deletedWithProjects } = texts.deleteTeam
    showToast({ text: projects.length === 0 ? deleted(team.name) : deletedWithProjects(team.name) })
    await navigate({ to: '/teams' })
    void refreshKinds('team')
  }
  return (
    <Section title={texts.deleteTeam.title} text={texts.deleteTeam.text}>
      <Button kind="danger" onClick={() => setConfirming(true)}>
        {texts.deleteTeam.delete(team.name)}
      </Button>
      {confirming && (
        <Confirm
          title={texts.deleteDialog.title(team.name)}
          text={texts.deleteDialog.consequence}
          action={texts.deleteDialog.delete}
          onClose={() => setConfirming(false)}
          onConfirm={() => void remove().catch(showProblem)}
        />
      )}
    </Section>
  )
}
