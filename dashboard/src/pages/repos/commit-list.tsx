import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Section, card } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { MentionedItems } from './pull-requests.tsx'
import type { RepoDetails } from './repo-changes.ts'
import { texts } from './texts.ts'

const { commits: commitTexts } = texts
const shownFirst = 10

/** The newest commits of the default branch, with the tasks that they mention. */
export function CommitList({ repo: { commits, defaultBranch } }: { repo: RepoDetails }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? commits : commits.slice(0, shownFirst)
  return (
    <Section title={commitTexts.title} text={defaultBranch && commitTexts.intro(defaultBranch)}>
      {commits.length === 0 ? (
        <p className={`px-4 py-3 text-muted ${card}`}>{commitTexts.empty}</p>
      ) : (
        <ul aria-label={commitTexts.title} className={`divide-y ${card}`}>
          {shown.map(({ id, subject, author, at, tasks }) => (
            <li key={id} className="px-4 py-(--row-inset)">
              <p className="wrap-anywhere">{subject}</p>
              <p className="text-[13px] text-muted wrap-anywhere">
                <span className="font-mono text-xs">{id.slice(0, 8)}</span> · {author} · <Time at={at} />
              </p>
              <MentionedItems items={tasks} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < commits.length && (
        <Button className="mt-2" onClick={() => setShowsAll(true)}>
          {commitTexts.more(commits.length - shown.length)}
        </Button>
      )}
    </Section>
  )
}
