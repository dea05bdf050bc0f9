import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { AsyncConfirm } from '../../../ui/async-confirm.tsx'
import { Button } from '../../../ui/button.tsx'
import { EditForm, EditText } from '../../../ui/edit-form.tsx'
import { useEdits } from '../../../ui/edits.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { type AdministeredTeam, anyTeamQuery } from './queries.ts'
import { TeamMembersSection } from './team-members-section.tsx'
import { texts } from './texts.ts'

const labels = texts.team

/** One team of any organization: its settings, its members and its deletion. */
export function AnyTeamPage() {
  const { team: id } = useParams({ from: '/shell/admin/teams/$team' })
  const back = <TextLink to="/admin/teams">{labels.back}</TextLink>
  return (
    <Loaded query={useQuery(anyTeamQuery(id))} noun={labels.loading} errorLink={back}>
      {(team) => (
        <>
          <title>{`${team.name} · Baton`}</title>
          <PageHeading title={team.name} text={team.organization.name} />
          <TeamForm team={team} />
          <TeamMembersSection team={team} />
          <DeleteTeam team={team} />
        </>
      )}
    </Loaded>
  )
}

function TeamForm({ team }: { team: AdministeredTeam }) {
  const cache = useQueryClient()
  const edits = useEdits(team, {
    fields: ['name', 'slug', 'description'],
    save: async (set) => {
      await write('admin.updateAnyTeam', { team: team.id, ...set }, { ifMatch: team.version })
      showToast({ text: labels.saved })
    },
    refresh: () => cache.refetchQueries(anyTeamQuery(team.id)),
  })
  return (
    <EditForm
      edits={edits}
      operation="admin.updateAnyTeam"
      label={labels.form}
      subject={labels.subject}
      action={labels.save}
    >
      <EditText edits={edits} name="name" label={labels.name} />
      <EditText edits={edits} name="slug" label={labels.slug} hint={labels.slugHint} isIdentifier />
      <EditText edits={edits} name="description" label={labels.description} rows={2} />
    </EditForm>
  )
}

function DeleteTeam({ team }: { team: AdministeredTeam }) {
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const { title, text, delete: open, dialogTitle, dialogText, action, deleted } = texts.deletion
  const remove = async () => {
    await write('admin.deleteAnyTeam', { team: team.id })
    showToast({ text: deleted(team.name) })
    await navigate({ to: '/admin/teams' })
  }
  return (
    <Section title={title} text={text}>
      <Button kind="danger" onClick={() => setConfirming(true)}>
        {open}
      </Button>
      {isConfirming && (
        <AsyncConfirm
          title={dialogTitle(team.name)}
          action={action}
          send={remove}
          onClose={() => setConfirming(false)}
        >
          <p>{dialogText}</p>
        </AsyncConfirm>
      )}
    </Section>
  )
}
