import { XIcon } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { afterPress } from '../../../ui/press.ts'
import { texts as taskTexts } from '../texts.ts'
import { texts } from './texts.ts'

interface LabelsInputProps {
  known: string[]
  labels: string[]
  onChange: (labels: string[]) => void
}

/** The labels of a new task. Enter or a comma adds the typed label. */
export function LabelsInput({ known, labels, onChange }: LabelsInputProps) {
  const [typed, setTyped] = useState('')
  const listId = useId()

  function add(): void {
    const label = typed.trim()
    setTyped('')
    if (label && !labels.includes(label)) onChange([...labels, label])
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && typed === '') onChange(labels.slice(0, -1))
    if ((event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return
    event.preventDefault()
    add()
  }

  return (
    <Field name="labels" label={taskTexts.properties.labels}>
      {(control) => (
        <div className="flex min-h-[34px] flex-wrap items-center gap-1 rounded-md border border-strong-line bg-surface px-1.5 focus-within:border-accent">
          {labels.map((label) => (
            <button
              key={label}
              type="button"
              aria-label={texts.removeLabel(label)}
              onClick={() => onChange(labels.filter((each) => each !== label))}
              className="inline-flex min-h-6 max-w-full items-center gap-0.5 rounded bg-hover pr-0.5 pl-1.5 text-xs font-medium"
            >
              <span className="truncate">{label}</span>
              <XIcon />
            </button>
          ))}
          <input
            {...control}
            list={listId}
            value={typed}
            maxLength={60}
            autoComplete="off"
            placeholder={labels.length === 0 ? texts.addLabel : undefined}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => afterPress(add)}
            onKeyDown={onKeyDown}
            className="h-7 w-20 grow bg-transparent px-1 outline-none placeholder:text-muted"
          />
          <datalist id={listId}>
            {known
              .filter((label) => !labels.includes(label))
              .map((label) => (
                <option key={label} value={label} />
              ))}
          </datalist>
        </div>
      )}
    </Field>
  )
}
