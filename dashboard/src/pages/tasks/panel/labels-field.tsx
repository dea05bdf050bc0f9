import { XIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { afterPress } from '../../../ui/press.ts'
import { useLabels } from '../filter-menu.tsx'
import { texts as taskTexts } from '../texts.ts'
import { Property } from './property.tsx'
import { texts } from './texts.ts'

interface LabelsFieldProps {
  slug: string
  labels: string[]
  onSave: (labels: string[]) => void
}

/** The labels of a task. Enter adds the typed label, and a click on a label removes it. */
export function LabelsField({ slug, labels, onSave }: LabelsFieldProps) {
  const { addLabel, removeLabel } = texts.taskProperties
  const known = useLabels(slug).filter((label) => !labels.includes(label))
  const listId = useId()
  const [typed, setTyped] = useState('')

  function add(): void {
    const label = typed.trim()
    setTyped('')
    if (label && !labels.includes(label)) onSave([...labels, label])
  }

  return (
    <Property label={taskTexts.properties.labels}>
      {(id) => (
        <div className="flex min-w-0 flex-wrap items-center gap-1 py-0.5 pl-1.5">
          {labels.map((label) => (
            <button
              key={label}
              type="button"
              aria-label={removeLabel(label)}
              title={removeLabel(label)}
              onClick={() => onSave(labels.filter((each) => each !== label))}
              className="inline-flex max-w-full items-center gap-0.5 rounded bg-hover py-px pr-0.5 pl-1.5 text-xs font-medium text-muted hover:text-ink"
            >
              <span className="truncate">{label}</span>
              <XIcon />
            </button>
          ))}
          <input
            id={id}
            list={listId}
            placeholder={addLabel}
            maxLength={60}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => afterPress(add)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add()
              if (event.key !== 'Escape' || typed === '') return
              event.stopPropagation()
              setTyped('')
            }}
            className="h-7 w-20 grow rounded-md border border-transparent bg-transparent px-1 placeholder:text-muted hover:border-line"
          />
          <datalist id={listId}>
            {known.map((label) => (
              <option key={label} value={label} />
            ))}
          </datalist>
        </div>
      )}
    </Property>
  )
}
