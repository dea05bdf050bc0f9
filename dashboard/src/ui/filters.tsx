import { type ReactNode, useId, useState } from 'react'
import { CloseIcon } from './icons.tsx'
import { Popover } from './popover.tsx'

interface FilterButtonProps {
  /** What is filtered, for screen readers: "Filter the tasks". */
  label: string
  /** Whether something may be hidden by it. */
  on: boolean
  /** What can be chosen is read when it is opened. */
  children: () => ReactNode
}

/** Everything that narrows what is shown, behind one button. */
export function FilterButton({ label, on, children }: FilterButtonProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      button="Filter"
      buttonClassName={`inline-flex h-8 items-center rounded-md border px-2.5 font-medium hover:bg-hover ${on ? 'border-accent text-accent' : 'border-strong-line'}`}
      className="w-88"
      onOpen={() => setOpened(true)}
    >
      <div role="group" aria-label={label} className="flex flex-col gap-3 p-2.5">
        {opened && children()}
      </div>
    </Popover>
  )
}

/** Labels on the left, what is chosen on the right. */
export function FilterGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">{children}</div>
}

interface FilterFieldProps {
  label: string
  value: string | undefined
  onChange: (value: string) => void
}

const small = 'h-7 min-w-0 rounded-md border border-strong-line bg-surface px-1.5 text-[13px]'

/** One of several, or any. */
export function FilterOne({
  label,
  value = '',
  onChange,
  children,
}: FilterFieldProps & { children: ReactNode }) {
  const id = useId()
  return (
    <>
      <FilterLabel id={id}>{label}</FilterLabel>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={small}>
        <option value="">Any</option>
        {children}
      </select>
    </>
  )
}

/** A day, or a word that is typed. */
export function FilterInput({
  label,
  value = '',
  type,
  onChange,
}: FilterFieldProps & { type: 'date' | 'text' }) {
  const id = useId()
  return (
    <>
      <FilterLabel id={id}>{label}</FilterLabel>
      <input
        id={id}
        type={type}
        value={value}
        maxLength={60}
        onChange={({ target }) => onChange(target.value)}
        className={small}
      />
    </>
  )
}

function FilterLabel({ id, children }: { id: string; children: string }) {
  return (
    <label htmlFor={id} className="text-[13px] text-muted">
      {children}
    </label>
  )
}

export interface FilterChip {
  name: string
  /** What is filtered by, in words. */
  words: string
  take: () => void
}

/** What is filtered by, in words; each is taken away with a press. */
export function FilterChips({ chips, children }: { chips: readonly FilterChip[]; children?: ReactNode }) {
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1">
      {chips.map(({ name, words, take }) => (
        <li key={name}>
          <button
            type="button"
            title="Take this filter away"
            onClick={take}
            className="inline-flex max-w-72 items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-1 pl-2 text-xs text-accent hover:bg-hover"
          >
            <span className="truncate">{words}</span>
            <CloseIcon />
          </button>
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  )
}
