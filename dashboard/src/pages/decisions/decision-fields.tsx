import { PlusIcon, XIcon } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { EditText } from '../../ui/edit-form.tsx'
import { InlineEditor } from '../../ui/editor/inline-editor.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import type { DocumentEdits } from '../knowledge/document-fields.tsx'
import { TagsField } from '../knowledge/tags.tsx'
import type { Decision } from './queries.ts'
import { texts } from './texts.ts'

type Fields = Pick<Decision, 'title' | 'context' | 'rationale' | 'alternatives' | 'tags'>
type Alternative = Fields['alternatives'][number]

const maxTextLength = 50_000

interface DecisionFieldsProps {
  edits: DocumentEdits<Fields>
  /** The saved decision, which pasted files are attached to. */
  attachTo?: string
}

export function DecisionFields({ edits, attachTo }: DecisionFieldsProps) {
  const { shown, edit, form } = edits
  const { fields } = texts
  const text = (name: 'context' | 'rationale', label: string, placeholder: string) => (
    <MarkdownEditor
      {...{ label, placeholder }}
      compact
      value={shown[name]}
      maxLength={maxTextLength}
      error={form.errorOf(name)}
      attachTo={attachTo}
      onChange={(value) => edit({ [name]: value })}
    />
  )
  return (
    <>
      <EditText
        edits={edits}
        name="title"
        label={fields.title}
        maxLength={300}
        placeholder={fields.titlePlaceholder}
      />
      {text('context', fields.context, fields.contextPlaceholder)}
      {text('rationale', fields.rationale, fields.rationalePlaceholder)}
      <Alternatives
        alternatives={shown.alternatives}
        error={form.errorWithin('alternatives')}
        onChange={(alternatives) => edit({ alternatives })}
      />
      <TagsField edits={edits} />
    </>
  )
}

interface AlternativesProps {
  alternatives: Alternative[]
  error: string | undefined
  onChange: (alternatives: Alternative[]) => void
}

function Alternatives({ alternatives, error, onChange }: AlternativesProps) {
  const { fields } = texts
  const change = (index: number, set: Partial<Alternative>) =>
    onChange(alternatives.map((each, at) => (at === index ? { ...each, ...set } : each)))
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{fields.alternatives}</legend>
      <div className="flex flex-col gap-2">
        {alternatives.map(({ title, reason }, index) => (
          <div key={index} className="flex flex-wrap items-start gap-2">
            <input
              aria-label={fields.alternative(index + 1)}
              placeholder={fields.alternativePlaceholder}
              value={title}
              maxLength={300}
              onChange={({ target }) => change(index, { title: target.value })}
              className="control grow basis-48 sm:max-w-72"
            />
            <div className="grow basis-60">
              <InlineEditor
                label={fields.reason(index + 1)}
                placeholder={fields.reasonPlaceholder}
                value={reason}
                maxLength={5000}
                className="control focus-within:border-accent"
                fieldClassName="max-h-48 min-h-5 overflow-y-auto"
                onChange={(changed) => change(index, { reason: changed })}
              />
            </div>
            <IconButton
              label={fields.removeAlternative(index + 1)}
              onClick={() => onChange(alternatives.filter((_, at) => at !== index))}
            >
              <XIcon />
            </IconButton>
          </div>
        ))}
        {error && <p className="text-[13px] text-danger">{error}</p>}
        <Button
          className="self-start"
          disabled={alternatives.length >= 20}
          onClick={() => onChange([...alternatives, { title: '', reason: '' }])}
        >
          <PlusIcon /> {fields.addAlternative}
        </Button>
      </div>
    </fieldset>
  )
}
