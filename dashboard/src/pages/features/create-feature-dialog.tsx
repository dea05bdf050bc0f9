import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readAll } from '../../read.ts'
import { MarkdownTextField } from '../../ui/editor/markdown-text-field.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { filledTextValues, textValues } from '../../ui/submit.ts'
import { gateTitle, kindNames, kinds } from './names.ts'
import type { Feature } from './queries.ts'
import { texts } from './texts.ts'

const { createFeatureDialog } = texts

export function CreateFeatureDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [kind, setKind] = useState<Feature['kind']>('feature')
  const [description, setDescription] = useState('')
  return (
    <OperationDialog
      operation="features.create"
      title={createFeatureDialog.title}
      submitLabel={createFeatureDialog.create}
      input={(form) => ({
        project: slug,
        ...textValues(form, 'title', 'description'),
        kind,
        ...filledTextValues(form, 'workflow'),
      })}
      onDone={({ key }) =>
        navigate({ to: '/projects/$slug/features/$feature', params: { slug, feature: key } })
      }
      onClose={onClose}
    >
      <TextField name="title" label={createFeatureDialog.name} />
      <SelectField
        label={createFeatureDialog.kind}
        name="kind"
        options={kinds.map((value) => ({ value, name: kindNames[value] }))}
        defaultValue="feature"
        onChange={setKind}
      />
      <WorkflowField kind={kind} />
      <MarkdownTextField
        name="description"
        label={createFeatureDialog.description}
        hint={createFeatureDialog.descriptionHint}
        value={description}
        maxLength={50_000}
        draft={`feature in ${slug}`}
        onChange={setDescription}
      />
    </OperationDialog>
  )
}

/** The workflow, with its gates below. Defaults to the usual workflow of the kind. */
function WorkflowField({ kind }: { kind: Feature['kind'] }) {
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
    />
  )
}
