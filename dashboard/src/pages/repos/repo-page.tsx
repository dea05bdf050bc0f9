import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { ProjectTab } from '../../ui/page.tsx'
import { startAsk } from '../ask/open-ask.ts'
import { BranchList } from './branch-list.tsx'
import { CodeOwners } from './code-owners.tsx'
import { CommitList } from './commit-list.tsx'
import { InstructionsDialog } from './instructions-dialog.tsx'
import { PullRequests } from './pull-requests.tsx'
import { RepoBadges } from './repo-badges.tsx'
import { type RepoDetails, useDeleteRepo, useSyncRepo } from './repo-changes.ts'
import { RepoFacts } from './repo-facts.tsx'
import { RepoFailure } from './repo-failure.tsx'
import { texts } from './texts.ts'
import { TokenDialog } from './token-dialog.tsx'

/** A repository: its state, pull requests, commits, branches and code owners. */
export function RepoPage() {
  const { slug, repo: id } = useParams({ from: '/shell/projects/$slug/repos/$repo' })
  return (
    <Loaded
      query={useRead('repos.get', { repo: id })}
      noun={texts.repoPage.noun}
      errorLink={
        <TextLink to="/projects/$slug/repos" params={{ slug }}>
          {texts.repoPage.all}
        </TextLink>
      }
    >
      {(repo) => (
        <ProjectTab key={repo.id} tabTitle={repo.name} width="normal">
          <RepoHeader repo={repo} />
          <RepoFailure repo={repo} />
          <RepoFacts repo={repo} />
          {repo.syncedAt === null ? (
            <p className="mt-6 text-muted">{texts.repoPage.notSynced}</p>
          ) : (
            <>
              <PullRequests repo={repo} />
              <CommitList repo={repo} />
              <BranchList repo={repo} />
              <CodeOwners repo={repo} />
            </>
          )}
        </ProjectTab>
      )}
    </Loaded>
  )
}

function RepoHeader({ repo }: { repo: RepoDetails }) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="flex min-w-0 grow flex-wrap items-center gap-2 text-lg font-semibold">
        <span className="wrap-anywhere">{repo.name}</span>
        <RepoBadges repo={repo} />
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => startAsk({ repo: repo.id })}>{texts.repoActions.ask}</Button>
        {repo.may.edit && <RepoActions repo={repo} />}
      </div>
    </header>
  )
}

function RepoActions({ repo }: { repo: RepoDetails }) {
  const { repoActions } = texts
  const { slug } = repo.project
  const sync = useSyncRepo()
  const remove = useDeleteRepo(slug)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'instructions' | 'token' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Button onClick={() => setDialog('instructions')}>{repoActions.instructions}</Button>
      <Button busy={sync.isPending || repo.status === 'syncing'} onClick={() => sync.mutate(repo)}>
        {repoActions.sync}
      </Button>
      <RowMenu label={repoActions.more(repo.name)}>
        {repo.access === 'token' && (
          <MenuItem onSelect={() => setDialog('token')}>{repoActions.replaceToken}</MenuItem>
        )}
        <MenuItem
          danger
          onSelect={() => {
            remove.mutate(repo)
            void navigate({ to: '/projects/$slug/repos', params: { slug } })
          }}
        >
          {repoActions.disconnect}
        </MenuItem>
      </RowMenu>
      {dialog === 'instructions' && <InstructionsDialog repo={repo} onClose={close} />}
      {dialog === 'token' && <TokenDialog repo={repo} onClose={close} />}
    </>
  )
}
