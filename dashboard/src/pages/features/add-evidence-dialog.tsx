import { useState } from 'react'
import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { filledTextValues, text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
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
  const selectableGates = feature.gates.slice(feature.gates.findIndex(({ name }) => name === gate.name))
  return (
    <OperationDialog
      operation="evidence.add"
      title={addEvidenceDialog.title}
      submitLabel={addEvidenceDialog.add}
      input={(form) => ({
        feature: feature.key,
        kind,
        gate: text(form, 'gate') || gate.name,
        ...filledTextValues(form, 'reference', 'content', 'title', 'commit', 'branch'),
      })}
      onDone={({ status, finding }) =>
        showToast({ text: addEvidenceDialog.added(finding), tone: status === 'failed' ? 'danger' : 'plain' })
      }
      onClose={onClose}
    >
      <SelectField
        label={addEvidenceDialog.type}
        name="kind"
        options={evidenceKinds}
        defaultValue={kind}
        onChange={setKind}
      />
      {kind === 'test_report' ? (
        <ReportField />
      ) : kind === 'note' ? (
        <TextAreaField name="content" label={addEvidenceDialog.text} rows={4} />
      ) : (
        <TextField
          name="reference"
          label={labels[kind] ?? addEvidenceDialog.url}
          placeholder={labels[kind] ? undefined : 'https://'}
          isIdentifier
        />
      )}
      {kind === 'commit' && (
        <TextField
          name="branch"
          label={addEvidenceDialog.branch}
          hint={addEvidenceDialog.branchHint}
          isIdentifier
        />
      )}
      {kind === 'test_report' && (
        <TextField
          name="commit"
          label={addEvidenceDialog.commit}
          hint={addEvidenceDialog.commitHint}
          isIdentifier
        />
      )}
      <TextField name="title" label={addEvidenceDialog.name} />
      {selectableGates.length > 1 && (
        <SelectField
          label={addEvidenceDialog.gate}
          name="gate"
          options={selectableGates.map(({ name }) => ({ value: name, name: gateTitle(name) }))}
          defaultValue={gate.name}
        />
      )}
    </OperationDialog>
  )
}

/** Returns the first kind of evidence that the gate requires and lacks. */
function firstMissingKind({ requirements }: Gate): Kind {
  const missing = requirements.flatMap(({ requirement, met }) =>
    !met && requirement.kind === 'evidence' ? requirement.anyOf : [],
  )
  return missing[0] ?? 'note'
}
