import { Badge } from '../../ui/badge.tsx'
import type { IssueState as State } from './queries.ts'
import { texts } from './texts.ts'

const tones = {
  open: 'attention',
  triaged: 'attention',
  in_progress: 'accent',
  resolved: 'plain',
  closed: 'plain',
} as const

export function IssueState({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{texts.states[state]}</Badge>
}
