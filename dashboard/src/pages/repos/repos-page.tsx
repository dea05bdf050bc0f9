import { useQuery } from '@tanstack/react-query'
import { GitBranchIcon } from 'lucide-react'
import { useState } from 'react'
import { readAll } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TextLink, TitleLink } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ProjectTab } from '../../ui/page.tsx'
import { Rows, Section, card } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { useProject } from '../projects/this-project.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { RepoBadges } from './repo-badges.tsx'
import { type Repo, useSyncRepo } from './repo-changes.ts'
import { RepoFailure } from './repo-failure.tsx'
import { texts } from './texts.ts'

const { reposPage } = texts

/** The repositories of a project. */
export function ReposPage() {
  const { slug, name, key, may } = useProject()
  const query = useQuery(readAll('repos.list', { project: slug }))
  const [isConnecting, setIsConnecting] = useState(false)
  const connectButton = may.edit && (
    <Button kind="primary" onClick={() => setIsConnecting(true)}>
      {reposPage.connect}
    </Button>
  )
  const help = (
    <TextLink to="/help/$doc" params={{ doc: 'repositories' }}>
      {reposPage.help}
    </TextLink>
  )
  return (
    <ProjectTab tabTitle={reposPage.tabTitle(name)} width="normal">
      <div className="-mt-9">
        <Section
          title={reposPage.title}
          text={
            <>
              {reposPage.intro(key)} {help}
            </>
          }
          action={query.data?.length ? connectButton : undefined}
        >
          <Loaded query={query} noun={reposPage.noun}>
            {(repos) =>
              repos.length > 0 ? (
                <Rows label={reposPage.title}>
                  {repos.map((repo) => (
                    <RepoRow key={repo.id} repo={repo} />
                  ))}
                </Rows>
              ) : (
                <div className={card}>
                  <Empty {...(may.edit ? reposPage.empty : reposPage.emptyForViewers)}>{connectButton}</Empty>
                </div>
              )
            }
          </Loaded>
        </Section>
      </div>
      {isConnecting && <ConnectDialog project={slug} onClose={() => setIsConnecting(false)} />}
    </ProjectTab>
  )
}

function RepoRow({ repo }: { repo: Repo }) {
  const { id, name, project } = repo
  return (
    <li className="px-4 py-(--row-inset)">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 grow basis-64 items-center gap-3">
          <span className="shrink-0 text-muted">
            <GitBranchIcon />
          </span>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <TitleLink to="/projects/$slug/repos/$repo" params={{ slug: project.slug, repo: id }}>
                {name}
              </TitleLink>
              <RepoBadges repo={repo} />
            </p>
            <p className="font-mono text-xs text-muted wrap-anywhere">{repo.url}</p>
            <p className="text-[13px] text-muted wrap-anywhere">
              <Summary repo={repo} />
            </p>
          </div>
        </div>
        {repo.may.edit && <SyncButton repo={repo} />}
      </div>
      <RepoFailure repo={repo} />
    </li>
  )
}

function Summary({ repo: { defaultBranch, branchCount, openPullRequests, host, syncedAt } }: { repo: Repo }) {
  const facts = [
    defaultBranch,
    texts.branches(branchCount),
    host && syncedAt && reposPage.openPullRequests(openPullRequests),
  ].filter(Boolean)
  return (
    <>
      {facts.join(' · ')}
      {syncedAt && (
        <>
          {' · '}
          {texts.syncedAt} <Time at={syncedAt} />
        </>
      )}
    </>
  )
}

function SyncButton({ repo }: { repo: Repo }) {
  const sync = useSyncRepo()
  const { repoActions } = texts
  return (
    <Button
      aria-label={repoActions.syncLabel(repo.name)}
      busy={sync.isPending || repo.status === 'syncing'}
      onClick={() => sync.mutate(repo)}
    >
      {repoActions.sync}
    </Button>
  )
}
