import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readFilteredPages } from '../../read.ts'
import { Choice } from '../../ui/choice.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Section, card } from '../../ui/section.tsx'
import { PullRequestItem } from './pull-request-item.tsx'
import type { PullRequest, RepoDetails } from './repo-changes.ts'
import { texts } from './texts.ts'

const { pullRequests } = texts

/** The pull requests of a repository by state. */
export function PullRequests({ repo }: { repo: RepoDetails }) {
  const [state, setState] = useState<PullRequest['state']>('open')
  if (!repo.host)
    return (
      <Section title={pullRequests.title}>
        <p className={`px-4 py-3 text-muted ${card}`}>{pullRequests.plainGit}</p>
      </Section>
    )
  return (
    <Section
      title={pullRequests.title}
      action={
        <Choice label={pullRequests.filter} names={pullRequests.states} value={state} onChange={setState} />
      }
    >
      <PagedList
        query={readFilteredPages('repos.listPullRequests', { repo: repo.id, state, limit: 50 })}
        noun={pullRequests.noun}
        moreLabel={pullRequests.more}
        empty={<p className={`px-4 py-3 text-muted ${card}`}>{pullRequests.empty[state]}</p>}
      >
        {(items) => (
          <ul aria-label={pullRequests.title} className={`divide-y ${card}`}>
            {items.map((pull) => (
              <li key={pull.id} className="px-4 py-(--row-inset)">
                <PullRequestItem pull={pull}>
                  <MentionedItems items={pull.items} />
                </PullRequestItem>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  )
}

type Item = { id: string; key: string; title: string }

/** Links to the items that a commit or pull request mentions. */
export function MentionedItems({ items }: { items: Item[] }) {
  return items.map(({ id, key, title }) => (
    <p key={id} className="text-[13px]">
      <Link
        to="/items/$item"
        params={{ item: key }}
        className="inline-flex min-h-7 max-w-full items-center gap-1.5 hover:underline"
      >
        <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
        <span className="truncate">{title}</span>
      </Link>
    </p>
  ))
}
