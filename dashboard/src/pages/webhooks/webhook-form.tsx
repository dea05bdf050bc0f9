import { useQuery, useQueryClient } from '@tanstack/react-query'
import { projectsQuery } from '../../queries.ts'
import { readAll } from '../../read.ts'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { write } from '../../write.ts'
import { EventChooser } from './event-chooser.tsx'
import type { NewWebhook, Webhook } from './queries.ts'

interface Draft {
  name: string
  description: string
  url: string
  events: string[]
  /** Its id; empty for none. */
  project: string
}

const empty: Draft = { name: '', description: '', url: '', events: ['*'], project: '' }

interface WebhookFormProps {
  /** The one that is changed; a new one is none yet. */
  webhook?: Webhook
  onMade?: (made: NewWebhook) => void
  onSaved?: (name: string) => void
}

export function WebhookForm({ webhook, onMade, onSaved }: WebhookFormProps) {
  const cache = useQueryClient()
  const saved: Draft = webhook ? { ...webhook, project: webhook.project?.id ?? '' } : empty
  const edits = useEdits<Draft, keyof Draft>(saved, {
    fields: ['name', 'description', 'url', 'events', 'project'],
    save: async ({ project, ...set }) => {
      if (webhook) {
        const bound = project === undefined ? {} : { project: project || null }
        const options = { ifMatch: webhook.version }
        const { name } = await write('webhooks.update', { webhook: webhook.id, ...set, ...bound }, options)
        onSaved?.(name)
      } else {
        const { project: none, ...fields } = { ...empty, ...set }
        const made = await write('webhooks.create', { ...fields, ...((project ?? none) && { project }) })
        onMade?.(made)
      }
    },
    refresh: () => cache.refetchQueries(readAll('webhooks.list', {})),
  })
  return (
    <EditForm
      edits={edits}
      label="Webhook"
      what="The webhook"
      action={webhook ? 'Save webhook' : 'Create webhook'}
    >
      <EditText edits={edits} name="name" label="Name" maxLength={120} />
      <EditText
        edits={edits}
        name="url"
        label="Address"
        hint="An https address on the public internet. Redirects are not followed."
        maxLength={2000}
        address
        placeholder="https://ci.example.com/hooks/baton"
      />
      <EditText
        edits={edits}
        name="description"
        label="What it is for (optional)"
        maxLength={1000}
        rows={2}
      />
      <ProjectField
        value={edits.shown.project}
        error={edits.form.errorOf('project')}
        onChange={(project) => edits.edit({ project })}
      />
      <EventChooser
        chosen={edits.shown.events}
        error={edits.form.errorWithin('events')}
        onChange={(events) => edits.edit({ events })}
      />
    </EditForm>
  )
}

interface ProjectFieldProps {
  value: string
  error: string | undefined
  onChange: (project: string) => void
}

function ProjectField({ value, error, onChange }: ProjectFieldProps) {
  const projects = useQuery(projectsQuery(false)).data ?? []
  const hint = value
    ? 'All that happens in this project, even if only some members see it, and nothing else.'
    : 'What every member can see. Private projects and those of a team are left out.'
  return (
    <Field label="From where" hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          name="project"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="control"
        >
          <option value="">The whole organization</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              Only {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
