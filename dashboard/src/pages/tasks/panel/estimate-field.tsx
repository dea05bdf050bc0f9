import { useState } from 'react'
import { texts as taskTexts } from '../texts.ts'
import { Property, control } from './property.tsx'
import { texts } from './texts.ts'

interface EstimateFieldProps {
  estimate: number | null
  onSave: (estimate: number | null) => void
}

/** A number field that saves on blur or Enter. */
export function EstimateField({ estimate, onSave }: EstimateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function save(): void {
    if (typed === null) return
    setTyped(null)
    const entered = typed.trim() === '' ? null : Number(typed)
    if (entered !== estimate && !Number.isNaN(entered)) onSave(entered)
  }

  return (
    <Property label={taskTexts.properties.estimate}>
      {(id) => (
        <input
          id={id}
          type="number"
          min={0}
          step="any"
          placeholder={texts.taskProperties.estimatePlaceholder}
          value={typed ?? estimate ?? ''}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
            if (event.key !== 'Escape' || typed === null) return
            event.stopPropagation()
            setTyped(null)
          }}
          className={`${control} placeholder:text-muted`}
        />
      )}
    </Property>
  )
}
