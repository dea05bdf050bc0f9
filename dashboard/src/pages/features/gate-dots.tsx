import { gateTitle } from './names.ts'
import type { Feature } from './queries.ts'
import { texts } from './texts.ts'

type FeatureProgress = Pick<Feature, 'progress' | 'gate' | 'status'>

/** Compact progress of a feature for list rows: a dot per gate and the name of the current one. */
export function GateDots({ feature: { progress, gate, status } }: { feature: FeatureProgress }) {
  const { passed, total } = progress
  const gateName = gate === null ? texts.gateDots.complete : gateTitle(gate)
  return (
    <span className="flex min-w-0 items-center gap-2 text-[13px] text-muted">
      <span aria-hidden className="flex shrink-0 items-center">
        {Array.from({ length: total }, (_, index) => (
          <span
            key={index}
            className={`flex items-center not-first:before:h-px not-first:before:w-1.5 not-first:before:content-[''] ${index <= passed ? 'before:bg-accent' : 'before:bg-strong-line'}`}
          >
            <span className={`size-2.5 rounded-full ${dotClass(index, passed, status)}`} />
          </span>
        ))}
      </span>
      <span className="truncate">
        {gateName}
        <span className="sr-only">{texts.gateDots.passed(passed, total)}</span>
      </span>
    </span>
  )
}

function dotClass(index: number, passed: number, status: Feature['status']): string {
  if (index < passed) return 'bg-accent'
  if (index > passed || status === 'cancelled') return 'border border-strong-line'
  return status === 'changes_requested' ? 'border-2 border-progress' : 'border-2 border-accent'
}
