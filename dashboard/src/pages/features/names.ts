import type { SelectOption } from '../../ui/select.tsx'
import type { Evidence, Feature, Review } from './queries.ts'

type Status = Feature['status']
type Kind = Feature['kind']

/** In order of urgency. */
export const statusNames: Record<Status, string> = {
  changes_requested: 'Changes requested',
  active: 'Active',
  planned: 'Planned',
  done: 'Done',
  cancelled: 'Cancelled',
}

export const statuses = Object.keys(statusNames) as Status[]

/** Statuses of features that still have work to do. */
export const openStatuses: Status[] = ['changes_requested', 'active', 'planned']

export const isOpen = ({ status }: Pick<Feature, 'status'>): boolean => openStatuses.includes(status)

export const kindNames: Record<Kind, string> = {
  feature: 'Feature',
  bug: 'Bug',
  hotfix: 'Hotfix',
  chore: 'Chore',
}

export const kinds = Object.keys(kindNames) as Kind[]

export const verdictNames: Record<Review['verdict'], string> = {
  approved: 'Approved',
  changes_requested: 'Requested changes',
  commented: 'Commented',
}

export const evidenceKinds: SelectOption<Evidence['kind']>[] = [
  {
    value: 'test_report',
    name: 'Test report',
    description: 'JUnit XML or TAP. Checked when you add it: every failed test counts.',
  },
  { value: 'spec', name: 'Spec', description: 'A URL. Checked when you add it.' },
  { value: 'url', name: 'Link', description: 'A URL. Checked when you add it.' },
  {
    value: 'commit',
    name: 'Commit',
    description: 'Checked in the connected repositories: it must be on the branch and not be reverted.',
  },
  {
    value: 'pull_request',
    name: 'Pull request',
    description: 'Checked at the code host: merged, or open without failed checks or requested changes.',
  },
  {
    value: 'check_run',
    name: 'Check run',
    description: 'Checked at the code host: it must have passed for that commit.',
  },
  { value: 'file', name: 'File', description: 'Accepted without a check.' },
  { value: 'note', name: 'Note', description: 'Accepted without a check.' },
]

export const evidenceNames = Object.fromEntries(
  evidenceKinds.map(({ value, name }) => [value, name]),
) as Record<Evidence['kind'], string>

/** Formats the kebab-case name of a gate: `code-review` becomes "Code review". */
export function gateTitle(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
