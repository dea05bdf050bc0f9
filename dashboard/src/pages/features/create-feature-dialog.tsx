import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readAll } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import { gateTitle, kindNames, kinds } from './names.ts'
import type { Feature } from './queries.ts'
import { texts } from './texts.ts'

const { createFeatureDialog } = texts

export function CreateFeatureDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [kind, setKind] = useState<Feature['kind']>('feature')
  const form = useSubmit(['title', 'kind', 'workflow', 'description'], async (data) => {
    const workflow = text(data, 'workflow')
    const { key } = await write('features.create', {
      project: slug,
      title: text(data, 'title'),
      description: text(data, 'description'),
      kind,
      ...(workflow && { workflow }),
    })
    await navigate({ to: '/projects/$slug/features/$feature', params: { slug, feature: key } })
  })
  return (
    <Dialog title={createFeatureDialog.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label={createFeatureDialog.name} error={form.errorOf('title')}>
          {(control) => (
            <input {...control} name="title" autoComplete="off" maxLength={300} className="control" />
          )}
        </Field>
        <SelectField
          label={createFeatureDialog.kind}
          name="kind"
          options={kinds.map((value) => ({ value, name: kindNames[value] }))}
          defaultValue="feature"
          error={form.errorOf('kind')}
          onChange={setKind}
        />
        <WorkflowField kind={kind} error={form.errorOf('workflow')} />
        <Field
          label={createFeatureDialog.description}
          hint={createFeatureDialog.descriptionHint}
          error={form.errorOf('description')}
        >
          {(control) => <textarea {...control} name="description" rows={3} className="control resize-y" />}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{createFeatureDialog.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {createFeatureDialog.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The workflow, with its gates below. Defaults to the usual workflow of the kind. */
function WorkflowField({ kind, error }: { kind: Feature['kind']; error: string | undefined }) {
  const workflows = useQuery(readAll('workflows.list', {})).data
  if (!workflows) return null
  const defaultWorkflow = kind === 'hotfix' ? 'hotfix' : 'standard'
  return (
    <SelectField
      // Reset the choice when another kind has another default.
      key={defaultWorkflow}
      label={createFeatureDialog.workflow}
      name="workflow"
      options={workflows.map(({ slug, name, gates }) => ({
        value: slug,
        name,
        description: gates.map((gate) => gateTitle(gate.name)).join(' → '),
      }))}
      defaultValue={defaultWorkflow}
      error={error}
    />
  )
}
