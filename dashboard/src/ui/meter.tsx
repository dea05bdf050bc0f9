interface MeterProps {
  label: string
  used: number
  limit: number
  /** Both numbers in words, for screen readers. */
  text: string
}

/** The used part of a limit, as a bar. */
export function Meter({ label, used, limit, text }: MeterProps) {
  const isFull = used >= limit
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      aria-valuetext={text}
      className="block h-1.5 overflow-hidden rounded-full bg-hover"
    >
      <span
        className={`block h-full rounded-full ${isFull ? 'bg-danger' : 'bg-accent'} ${used > 0 ? 'min-w-1' : ''}`}
        style={{ width: `${isFull ? 100 : (100 * used) / limit}%` }}
      />
    </span>
  )
}
