import { useState } from 'react'
import { Property, control } from './property.tsx'

interface EstimateFieldProps {
  estimate: number | null
  onSave: (estimate: number | null) => void
}

/** A number, saved when one leaves it or presses Enter. */
export function EstimateField({ estimate, onSave }: EstimateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function save(): void {
    if (typed === null) return
    setTyped(null)
    const wanted = typed.trim() === '' ? null : Number(typed)
    if (wanted !== estimate && !Number.isNaN(wanted)) onSave(wanted)
  }

  return (
    <Property label="Estimate">
      {(id) => (
        <input
          id={id}
          type="number"
          min={0}
          step="any"
          placeholder="Points"
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
