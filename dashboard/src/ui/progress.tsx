interface ProgressProps {
  done: number
  of: number
  /** How wide the bar is. */
  width?: string
}

/** How much of something is done, in numbers and as a bar. */
export function Progress({ done, of, width = 'w-24' }: ProgressProps) {
  return (
    <span className="flex shrink-0 items-center gap-2 text-[13px] text-muted">
      <span className="whitespace-nowrap tabular-nums">
        {done} of {of} done
      </span>
      <span aria-hidden className={`h-1.5 overflow-hidden rounded-full bg-hover ${width}`}>
        <span className="block h-full rounded-full bg-accent" style={{ width: `${(100 * done) / of}%` }} />
      </span>
    </span>
  )
}
