import { texts } from './texts.ts'

interface ProgressProps {
  done: number
  total: number
  /** The class for the width of the bar. */
  width?: string
}

/** The progress as numbers and as a bar. */
export function Progress({ done, total, width = 'w-24' }: ProgressProps) {
  return (
    <span className="flex shrink-0 items-center gap-2 text-[13px] text-muted">
      <span className="whitespace-nowrap tabular-nums">{texts.progress(done, total)}</span>
      <span aria-hidden className={`h-1.5 overflow-hidden rounded-full bg-hover ${width}`}>
        <span className="block h-full rounded-full bg-accent" style={{ width: `${(100 * done) / total}%` }} />
      </span>
    </span>
  )
}
