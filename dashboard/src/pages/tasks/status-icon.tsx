import type { ReactNode } from 'react'
import type { Status } from '../../client.ts'

const shapes: Record<Status, { colour: string; shape: ReactNode }> = {
  backlog: { colour: 'text-todo', shape: <circle cx="8" cy="8" r="5.75" strokeDasharray="2 2.2" /> },
  todo: { colour: 'text-todo', shape: <circle cx="8" cy="8" r="5.75" /> },
  in_progress: { colour: 'text-progress', shape: pie(0.5) },
  in_review: { colour: 'text-review', shape: pie(0.75) },
  blocked: {
    colour: 'text-danger',
    shape: (
      <>
        <circle cx="8" cy="8" r="5.75" />
        <path d="M5.2 8h5.6" strokeWidth="2" />
      </>
    ),
  },
  complete: {
    colour: 'text-accent',
    shape: (
      <>
        <circle cx="8" cy="8" r="6.5" fill="currentColor" stroke="none" />
        <path d="m5.2 8.2 2 2 3.7-4" className="stroke-surface" />
      </>
    ),
  },
  cancelled: {
    colour: 'text-todo',
    shape: (
      <>
        <circle cx="8" cy="8" r="6.5" fill="currentColor" stroke="none" />
        <path d="m6 6 4 4m0-4-4 4" className="stroke-surface" />
      </>
    ),
  },
}

/** A circle that fills as the work progresses. */
export function StatusIcon({ status }: { status: Status }) {
  const { colour, shape } = shapes[status]
  return (
    <svg
      viewBox="0 0 16 16"
      className={`size-4 shrink-0 ${colour}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden
    >
      {shape}
    </svg>
  )
}

function pie(part: number): ReactNode {
  const round = 2 * Math.PI * 1.75
  return (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <circle
        cx="8"
        cy="8"
        r="1.75"
        strokeWidth="3.5"
        strokeDasharray={`${round * part} ${round}`}
        transform="rotate(-90 8 8)"
      />
    </>
  )
}
