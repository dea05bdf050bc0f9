import type { ReactNode } from 'react'

const tones = {
  plain: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent',
  agent: 'bg-agent-soft text-agent',
  attention: 'bg-progress-soft text-progress',
  danger: 'bg-danger-soft text-danger',
}

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded px-1.5 py-px text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
