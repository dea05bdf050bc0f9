import type { Priority } from '../../client.ts'

const bars: Record<Priority, number> = { none: 0, low: 1, medium: 2, high: 3, urgent: 3 }

export function PriorityIcon({ priority }: { priority: Priority }) {
  if (priority === 'urgent') {
    return (
      <svg viewBox="0 0 16 16" className="size-4 shrink-0 text-danger" aria-hidden>
        <rect x="1.5" y="1.5" width="13" height="13" rx="3" fill="currentColor" />
        <path d="M8 4.5v4.2m0 2.6v.2" className="stroke-surface" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
    )
  }
  return (
    <svg viewBox="0 0 16 16" className="size-4 shrink-0 text-muted" fill="currentColor" aria-hidden>
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={2 + bar * 4.5}
          y={priority === 'none' ? 7.5 : 10 - bar * 3.5}
          width="3"
          height={priority === 'none' ? 1.5 : 4 + bar * 3.5}
          rx="0.75"
          opacity={priority === 'none' ? 0.6 : bar < bars[priority] ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}
