import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { evidenceKinds, gateTitle } from './names.ts'
import type { Evidence, FeatureDetails, Gate } from './queries.ts'
import { ReportField } from './report-field.tsx'
import { texts } from './texts.ts'

interface AddEvidenceDialogProps {
  feature: FeatureDetails
  gate: Gate
  onClose: () => void
}

type Kind = Evidence['kind']

const { addEvidenceDialog } = texts
const labels: Partial<Record<Kind, string>> = addEvidenceDialog.references

export function AddEvidenceDialog({ feature, gate, onClose }: AddEvidenceDialogProps) {
  const [kind, setKind] = useState<Kind>(() => firstMissingKind(gate))
  const form = useSubmit(['kind', 'reference', 'content', 'title', 'gate'], async (data) => {
    const [reference, content, title] = ['reference', 'content', 'title'].map((name) => text(data, name))
    const { status, finding } = await write('evidence.add', {
      feature: feature.key,
      kind,
      gate: text(data, 'gate') || gate.name,
      ...(reference && { reference }),
      ...(content && { content }),
      ...(title && { title }),
    })
    showToast({ text: addEvidenceDialog.added(finding), tone: status === 'failed' ? 'danger' : 'plain' })
    onClose()
  })
  const selectableGates = feature.gates.slice(feature.gates.findIndex(({ name }) => name === gate.name))
  return (
    <Dialog title={addEvidenceDialog.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <SelectField
          label={addEvidenceDialog.type}
          name="kind"
          options={evidenceKinds}
          defaultValue={kind}
          error={form.errorOf('kind')}
          onChange={setKind}
        />
        {kind === 'test_report' ? (
          <ReportField error={form.errorOf('content')} />
        ) : kind === 'note' ? (
          <Field label={addEvidenceDialog.text} error={form.errorOf('content')}>
            {(control) => <textarea {...control} name="content" rows={4} className="control resize-y" />}
          </Field>
        ) : (
          <Field label={labels[kind] ?? addEvidenceDialog.url} error={form.errorOf('reference')}>
            {(control) => (
              <input
                {...control}
                name="reference"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={2000}
                placeholder={labels[kind] ? undefined : 'https://'}
                className="control"
              />
            )}
          </Field>
        )}
        <Field label={addEvidenceDialog.name} error={form.errorOf('title')}>
          {(control) => (
            <input {...control} name="title" autoComplete="off" maxLength={200} className="control" />
          )}
        </Field>
        {selectableGates.length > 1 && (
          <SelectField
            label={addEvidenceDialog.gate}
            name="gate"
            options={selectableGates.map(({ name }) => ({ value: name, name: gateTitle(name) }))}
            defaultValue={gate.name}
            error={form.errorOf('gate')}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{addEvidenceDialog.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {addEvidenceDialog.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns the first kind of evidence that the gate requires and lacks. */
function firstMissingKind({ requirements }: Gate): Kind {
  const missing = requirements.flatMap(({ requirement, met }) =>
    !met && requirement.kind === 'evidence' ? requirement.anyOf : [],
  )
  return missing[0] ?? 'note'
}
