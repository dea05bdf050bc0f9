import { XIcon } from 'lucide-react'
import { useId } from 'react'
import { requirementSentence } from '../../../../server/domains/features/workflows/requirement-sentence.ts'
import { IconButton } from '../../ui/button.tsx'
import { useFieldError } from '../../ui/form-context.ts'
import { CheckField } from '../../ui/form-fields.tsx'
import { Select } from '../../ui/select.tsx'
import { evidenceKinds } from '../features/names.ts'
import type { Requirement } from './workflow.ts'
import { texts } from './texts.ts'

const { requirementEditor } = texts

interface RequirementEditorProps {
  requirement: Requirement
  /** Its path in the input. */
  path: string
  onChange: (requirement: Requirement) => void
  onRemove: () => void
}

/** Edits a requirement, below the sentence that members will read at the gate. */
export function RequirementEditor({ requirement, path, onChange, onRemove }: RequirementEditorProps) {
  const error = useFieldError(path)
  const sentence = requirementSentence(requirement)
  return (
    <div role="group" aria-label={sentence} className="rounded-md border bg-surface px-3 py-2">
      <div className="flex items-start gap-2">
        <p className="min-w-0 grow">{sentence}</p>
        <IconButton label={requirementEditor.remove(sentence)} className="-my-1" onClick={onRemove}>
          <XIcon />
        </IconButton>
      </div>
      {error && (
        <p role="alert" className="text-[13px] text-danger">
          {error}
        </p>
      )}
      {requirement.kind === 'evidence' && <EvidenceFields requirement={requirement} onChange={onChange} />}
      {requirement.kind === 'reviews' && (
        <div className="mt-2 flex flex-wrap items-center gap-3 text-[13px]">
          <Count value={requirement.count} onChange={(count) => onChange({ ...requirement, count })} />
          <Select
            label={requirementEditor.approvers}
            options={[
              { value: 'human', name: requirementEditor.approversHuman },
              { value: 'anyone', name: requirementEditor.approversAnyone },
            ]}
            value={requirement.by}
            onChange={(by) => onChange({ ...requirement, by })}
          />
        </div>
      )}
    </div>
  )
}

interface EvidenceFieldsProps {
  requirement: Extract<Requirement, { kind: 'evidence' }>
  onChange: (requirement: Requirement) => void
}

function EvidenceFields({ requirement, onChange }: EvidenceFieldsProps) {
  const { anyOf, count, verified } = requirement
  return (
    <div className="mt-2 flex flex-col gap-2 text-[13px]">
      <div role="group" aria-label={requirementEditor.evidenceTypes} className="flex flex-wrap gap-1.5">
        {evidenceKinds.map(({ value, name }) => (
          <label
            key={value}
            className="cursor-pointer rounded-full border px-2.5 py-0.5 text-muted select-none hover:border-strong-line has-checked:border-accent has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              checked={anyOf.includes(value)}
              // At least one type must stay selected.
              disabled={anyOf.length === 1 && anyOf[0] === value}
              onChange={({ target }) => {
                const selected = new Set(anyOf)
                if (target.checked) selected.add(value)
                else selected.delete(value)
                onChange({ ...requirement, anyOf: sortKinds(selected) })
              }}
              className="sr-only"
            />
            {name}
          </label>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Count value={count} onChange={(next) => onChange({ ...requirement, count: next })} />
        <CheckField
          label={requirementEditor.verifiedOnly}
          checked={verified}
          onChange={({ target }) => onChange({ ...requirement, verified: target.checked })}
        />
      </div>
    </div>
  )
}

type Kinds = EvidenceFieldsProps['requirement']['anyOf']

function sortKinds(selected: Set<Kinds[number]>): Kinds {
  return evidenceKinds.map(({ value }) => value).filter((kind) => selected.has(kind))
}

function Count({ value, onChange }: { value: number; onChange: (count: number) => void }) {
  const id = useId()
  return (
    <span className="flex items-center gap-1.5">
      <label htmlFor={id}>{requirementEditor.count}</label>
      <input
        id={id}
        type="number"
        min={1}
        max={10}
        value={value}
        onChange={({ target }) => onChange(Math.min(10, Math.max(1, Math.round(Number(target.value)) || 1)))}
        className="control w-16 py-1"
      />
    </span>
  )
}
