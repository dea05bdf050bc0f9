import { useState } from 'react'
import textLimits from '../../../../contract/text-limits.json'
import { endOfDay } from '../../days.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { MarkdownTextField } from '../../ui/editor/markdown-text-field.tsx'
import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { DialogForm } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text } from '../../ui/submit.ts'
import { assigneeLabel, useAssignees } from '../tasks/assignees.ts'
import { dayOf } from '../tasks/due-day.tsx'
import { ConflictValues } from './conflict-values.tsx'
import { type Editor, choicesOf, editorOf, fieldName, updates } from './fields.ts'
import type { Conflict } from './queries.ts'
import { resolve } from './resolve.ts'
import { texts } from './texts.ts'

interface MergeDialogProps {
  conflict: Conflict
  field: string
  onClose: () => void
}

const { mergeDialog } = texts
const limits: Record<string, Record<string, number> | undefined> = textLimits

/** Edits the value of a field that resolves a conflict, starting with the current one. Shows both values below. */
export function MergeDialog({ conflict, field, onClose }: MergeDialogProps) {
  const editor = editorOf(conflict.kind, field)!
  return (
    <Dialog wide title={mergeDialog.title(fieldName(field))} onClose={onClose}>
      <DialogForm
        operation={updates[conflict.kind]}
        submitLabel={mergeDialog.save}
        send={(form) => resolve(conflict, { take: 'value', value: readers[editor](text(form, field)) })}
        onClose={onClose}
      >
        <Field {...{ conflict, field, editor }} />
        <ConflictValues conflict={conflict} />
      </DialogForm>
    </Dialog>
  )
}

/** Convert what was typed into the value of the field. */
const readers: Record<Editor, (typed: string) => unknown> = {
  markdown: (typed) => typed,
  line: (typed) => typed.trim(),
  choice: (typed) => typed,
  assignee: (typed) => typed || null,
  date: (typed) => (typed ? endOfDay(typed) : null),
  number: (typed) => (typed ? Number(typed) : null),
  list: (typed) =>
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
}

function Field({ conflict, field, editor }: { conflict: Conflict; field: string; editor: Editor }) {
  const { kind, current } = conflict
  const value = textOf(current)
  const common = { name: field, label: fieldName(field) }
  if (editor === 'markdown') return <TextEditor {...common} kind={kind} initial={value} />
  if (editor === 'assignee')
    return <AssigneeField {...common} slug={conflict.project ?? ''} current={value} />
  if (editor === 'choice') {
    const options = Object.entries(choicesOf(kind, field)!).map(([each, name]) => ({ value: each, name }))
    return <SelectField {...common} options={options} defaultValue={value} />
  }
  if (editor === 'list')
    return <TextAreaField {...common} rows={4} hint={mergeDialog.oneByLine} defaultValue={value} />
  if (editor === 'date')
    return <TextField {...common} type="date" defaultValue={value === '' ? '' : dayOf(value)} />
  if (editor === 'number') return <TextField {...common} type="number" step="any" defaultValue={value} />
  return <TextField {...common} required defaultValue={value} />
}

interface TextEditorProps {
  name: string
  label: string
  kind: Conflict['kind']
  initial: string
}

function TextEditor({ name, label, kind, initial }: TextEditorProps) {
  const [value, setValue] = useState(initial)
  const maxLength = limits[updates[kind]]?.[name] ?? Infinity
  return <MarkdownTextField {...{ name, label, value, maxLength }} onChange={setValue} />
}

interface AssigneeFieldProps {
  name: string
  label: string
  slug: string
  current: string
}

function AssigneeField({ slug, current, ...field }: AssigneeFieldProps) {
  const assignees = useAssignees(slug)
  const options = [
    { value: '', name: mergeDialog.none },
    ...assignees.map((assignee) => ({ value: assignee.id, name: assigneeLabel(assignee) })),
  ]
  return <SelectField {...field} options={options} defaultValue={current} />
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}
