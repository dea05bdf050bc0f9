import { useQuery, useQueryClient } from '@tanstack/react-query'
import { projectsQuery } from '../../queries.ts'
import { readAll } from '../../read.ts'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { write } from '../../write.ts'
import { EventChooser } from './event-chooser.tsx'
import type { NewWebhook, Webhook } from './queries.ts'
import { texts } from './texts.ts'

const { webhookForm } = texts

interface Draft {
  name: string
  description: string
  url: string
  events: string[]
  /** Its id. Empty for the whole organization. */
  project: string
}

const empty: Draft = { name: '', description: '', url: '', events: ['*'], project: '' }

interface WebhookFormProps {
  /** The webhook to edit. Without it, the form creates one. */
  webhook?: Webhook
  onCreated?: (created: NewWebhook) => void
  onSaved?: (name: string) => void
}

export function WebhookForm({ webhook, onCreated, onSaved }: WebhookFormProps) {
  const cache = useQueryClient()
  const saved: Draft = webhook ? { ...webhook, project: webhook.project?.id ?? '' } : empty
  const edits = useEdits<Draft, keyof Draft>(saved, {
    fields: ['name', 'description', 'url', 'events', 'project'],
    save: async ({ project, ...set }) => {
      if (webhook) {
        const source = project === undefined ? {} : { project: project || null }
        const options = { ifMatch: webhook.version }
        const { name } = await write('webhooks.update', { webhook: webhook.id, ...set, ...source }, options)
        onSaved?.(name)
      } else {
        const { project: noProject, ...fields } = { ...empty, ...set }
        const created = await write('webhooks.create', {
          ...fields,
          ...((project ?? noProject) && { project }),
        })
        onCreated?.(created)
      }
    },
    refresh: () => cache.refetchQueries(readAll('webhooks.list', {})),
  })
  return (
    <EditForm
      edits={edits}
      operation="webhooks.update"
      label={webhookForm.label}
      subject={webhookForm.subject}
      action={webhook ? webhookForm.save : webhookForm.create}
    >
      <EditText edits={edits} name="name" label={webhookForm.name} />
      <EditText
        edits={edits}
        name="url"
        label={webhookForm.url}
        hint={webhookForm.urlHint}
        isIdentifier
        placeholder={webhookForm.urlPlaceholder}
      />
      <EditText edits={edits} name="description" label={webhookForm.description} rows={2} />
      <ProjectField value={edits.shown.project} onChange={(project) => edits.edit({ project })} />
      <EventChooser chosen={edits.shown.events} onChange={(events) => edits.edit({ events })} />
    </EditForm>
  )
}

interface ProjectFieldProps {
  value: string
  onChange: (project: string) => void
}

function ProjectField({ value, onChange }: ProjectFieldProps) {
  const projects = useQuery(projectsQuery(false)).data ?? []
  const hint = value ? webhookForm.sourceHints.project : webhookForm.sourceHints.organization
  return (
    <Field name="project" label={webhookForm.source} hint={hint}>
      {(control) => (
        <select
          {...control}
          name="project"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="control"
        >
          <option value="">{webhookForm.wholeOrganization}</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {webhookForm.onlyProject(name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
