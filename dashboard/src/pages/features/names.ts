import type { SelectOption } from '../../ui/select.tsx'
import type { Evidence, Feature, Review } from './queries.ts'

type Status = Feature['status']
type Kind = Feature['kind']

/** In the order in which they ask for attention. */
export const statusNames: Record<Status, string> = {
  changes_requested: 'Changes requested',
  active: 'Active',
  planned: 'Planned',
  done: 'Done',
  cancelled: 'Cancelled',
}

export const statuses = Object.keys(statusNames) as Status[]

/** Those on which there is something to do. */
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
    description: 'JUnit XML or TAP. It is read at once, and every failure in it counts.',
  },
  { value: 'spec', name: 'Spec', description: 'An address. It is looked at at once.' },
  { value: 'url', name: 'Link', description: 'An address. It is looked at at once.' },
  { value: 'commit', name: 'Commit', description: 'Its hash or its address.' },
  { value: 'pull_request', name: 'Pull request', description: 'Its number or its address.' },
  { value: 'check_run', name: 'Check run', description: 'Its name or its address.' },
  { value: 'file', name: 'File', description: 'Its path. It is taken by word.' },
  { value: 'note', name: 'Note', description: 'A text. It is taken by word.' },
]

export const evidenceNames = Object.fromEntries(
  evidenceKinds.map(({ value, name }) => [value, name]),
) as Record<Evidence['kind'], string>

/** Gates are called by lower-case words with hyphens between them. */
export function gateTitle(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
