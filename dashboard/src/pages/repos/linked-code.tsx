import { GitBranchIcon, GitCommitHorizontalIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { OutsideLink } from './outside-link.tsx'
import { PullRequestItem } from './pull-request-item.tsx'
import { texts } from './texts.ts'

const { linkedCode } = texts

type LinkedCode = OutputOf<'repos.listLinked'>

/** The branches, commits and pull requests that mention an item. `children` puts the list into a section. */
export function LinkedCode({ item, children }: { item: string; children: (list: ReactNode) => ReactNode }) {
  const code = useRead('repos.listLinked', { item }).data
  if (!code || code.branches.length + code.commits.length + code.pullRequests.length === 0) return null
  return children(<List code={code} />)
}

function List({ code: { branches, commits, pullRequests } }: { code: LinkedCode }) {
  return (
    <ul aria-label={linkedCode.title} className="flex flex-col gap-2">
      {pullRequests.map((pull) => (
        <li key={pull.id}>
          <PullRequestItem pull={pull} />
        </li>
      ))}
      {branches.map(({ name, url, repo }) => (
        <Reference
          key={`${repo.id} ${name}`}
          kind={linkedCode.branch}
          icon={<GitBranchIcon />}
          repo={repo.name}
        >
          <OutsideLink url={url} className="font-mono text-[12.5px] wrap-anywhere">
            {name}
          </OutsideLink>
        </Reference>
      ))}
      {commits.map(({ id, subject, url, repo }) => (
        <Reference
          key={`${repo.id} ${id}`}
          kind={linkedCode.commit}
          icon={<GitCommitHorizontalIcon />}
          repo={repo.name}
        >
          <OutsideLink url={url} className="wrap-anywhere">
            {subject}
          </OutsideLink>{' '}
          <span className="font-mono text-xs text-muted">{id.slice(0, 8)}</span>
        </Reference>
      ))}
    </ul>
  )
}

interface ReferenceProps {
  kind: string
  icon: ReactNode
  repo: string
  children: ReactNode
}

function Reference({ kind, icon, repo, children }: ReferenceProps) {
  return (
    <li className="flex min-w-0 gap-2.5">
      <span role="img" aria-label={kind} className="flex h-5 shrink-0 items-center text-muted">
        {icon}
      </span>
      <p className="min-w-0">
        {children} <span className="text-[13px] text-muted">{linkedCode.inRepo(repo)}</span>
      </p>
    </li>
  )
}
