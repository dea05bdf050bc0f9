import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section, card } from '../../ui/section.tsx'
import type { RepoDetails } from './repo-changes.ts'
import { texts } from './texts.ts'

const { branchList } = texts
const shownFirst = 10

export function BranchList({ repo: { branches, branchCount, defaultBranch } }: { repo: RepoDetails }) {
  const [showsAll, setShowsAll] = useState(false)
  if (branches.length === 0) return null
  const isDefault = ({ name }: { name: string }) => name === defaultBranch
  const ordered = [...branches.filter(isDefault), ...branches.filter((branch) => !isDefault(branch))]
  const shown = showsAll ? ordered : ordered.slice(0, shownFirst)
  return (
    <Section
      title={branchList.title}
      text={branchCount > branches.length && branchList.omitted(branches.length, branchCount)}
    >
      <ul aria-label={branchList.title} className={`divide-y ${card}`}>
        {shown.map((branch) => (
          <li
            key={branch.name}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 font-mono text-[12.5px]"
          >
            <span className="min-w-0 wrap-anywhere">{branch.name}</span>
            {isDefault(branch) && <Badge>{branchList.isDefault}</Badge>}
            <span className="ml-auto text-muted">{branch.commit.slice(0, 8)}</span>
          </li>
        ))}
      </ul>
      {shown.length < ordered.length && (
        <Button className="mt-2" onClick={() => setShowsAll(true)}>
          {branchList.show(ordered.length - shown.length)}
        </Button>
      )}
    </Section>
  )
}
