import { useEffect, useState } from 'react'
import { SearchField } from '../../ui/search-field.tsx'

interface FindFieldProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A search field that reports its value 250 ms after the last keystroke. */
export function FindField({ label, value = '', onChange }: FindFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => {
      onChange(typed.trim() || undefined)
      setTyped(null)
    }, 250)
    return () => clearTimeout(timer)
    // `onChange` may be a new function on each render and must not restart the timer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed])
  return (
    <SearchField
      label={label}
      value={typed ?? value}
      maxLength={200}
      className="min-w-32 basis-40 sm:max-w-60"
      onChange={setTyped}
    />
  )
}
