import { gateTitle } from './names.ts'
import type { Feature } from './queries.ts'

type Standing = Pick<Feature, 'progress' | 'gate' | 'status'>

/** How far a feature has come, small enough for a row of a list: a dot for each gate, and where it stands. */
export function GateDots({ feature: { progress, gate, status } }: { feature: Standing }) {
  const { passed, total } = progress
  const stands = gate === null ? 'Through' : gateTitle(gate)
  return (
    <span className="flex min-w-0 items-center gap-2 text-[13px] text-muted">
      <span aria-hidden className="flex shrink-0 items-center">
        {Array.from({ length: total }, (_, index) => (
          <span
            key={index}
            className={`flex items-center not-first:before:h-px not-first:before:w-1.5 not-first:before:content-[''] ${index <= passed ? 'before:bg-accent' : 'before:bg-strong-line'}`}
          >
            <span className={`size-2.5 rounded-full ${looks(index, passed, status)}`} />
          </span>
        ))}
      </span>
      <span className="truncate">
        {stands}
        <span className="sr-only">
          , {passed} of {total} gates passed
        </span>
      </span>
    </span>
  )
}

function looks(index: number, passed: number, status: Feature['status']): string {
  if (index < passed) return 'bg-accent'
  if (index > passed || status === 'cancelled') return 'border border-strong-line'
  return status === 'changes_requested' ? 'border-2 border-progress' : 'border-2 border-accent'
}
