import { useQuery } from '@tanstack/react-query'
import { XIcon } from 'lucide-react'
import { useState } from 'react'
import type { ProjectWithStats } from '../../client.ts'
import { readAll } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Time } from '../../ui/time.tsx'
import { ConnectRepoForm } from './connect-repo-form.tsx'
import { InstructionsDialog } from './instructions-dialog.tsx'
import { type Repo, useDeleteRepo, useSyncRepo } from './repo-changes.ts'
import { texts } from './texts.ts'

const { reposSection } = texts

/** The repositories of a project. */
export function ReposSection({ project: { slug, may } }: { project: ProjectWithStats }) {
  const query = useQuery(readAll('repos.list', { project: slug }))
  const [connecting, setConnecting] = useState(false)
  return (
    <Section
      title={reposSection.title}
      text={reposSection.intro}
      action={
        may.edit && !connecting && <Button onClick={() => setConnecting(true)}>{reposSection.connect}</Button>
      }
    >
      {connecting && <ConnectRepoForm project={slug} onClose={() => setConnecting(false)} />}
      <Loaded query={query} noun={reposSection.noun}>
        {(repos) => <List repos={repos} project={slug} canConnect={may.edit} />}
      </Loaded>
    </Section>
  )
}

interface ListProps {
  repos: Repo[]
  project: string
  canConnect: boolean
}

function List({ repos, project, canConnect }: ListProps) {
  const sync = useSyncRepo()
  const remove = useDeleteRepo(project)
  const [shown, setShown] = useState<Repo | null>(null)
  if (repos.length === 0)
    return <p className="text-muted">{canConnect ? reposSection.empty : reposSection.emptyForViewers}</p>
  return (
    <>
      <Rows label={reposSection.title}>
        {repos.map((repo) => (
          <Row
            key={repo.id}
            name={repo.name}
            badges={<StatusBadges repo={repo} />}
            detail={<Details repo={repo} />}
          >
            {repo.may.edit && (
              <>
                <Button onClick={() => setShown(repo)}>{reposSection.instructions}</Button>
                <Button
                  aria-label={reposSection.syncLabel(repo.name)}
                  busy={sync.isPending && sync.variables.id === repo.id}
                  onClick={() => sync.mutate(repo)}
                >
                  {reposSection.sync}
                </Button>
                <IconButton
                  label={reposSection.disconnectLabel(repo.name)}
                  onClick={() => remove.mutate(repo)}
                >
                  <XIcon />
                </IconButton>
              </>
            )}
          </Row>
        ))}
      </Rows>
      {shown && <InstructionsDialog repo={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function StatusBadges({ repo: { status, hasToken } }: { repo: Repo }) {
  return (
    <>
      {status === 'error' && <Badge tone="danger">{reposSection.status.error}</Badge>}
      {status === 'pending' && <Badge tone="attention">{reposSection.status.pending}</Badge>}
      {hasToken && <Badge>{reposSection.hasToken}</Badge>}
    </>
  )
}

function Details({ repo }: { repo: Repo }) {
  const { url, defaultBranch, head, branchCount, syncedAt, failure } = repo
  return (
    <>
      <span className="block font-mono text-xs">{url}</span>
      {failure ?? (
        <>
          {defaultBranch}
          {head && reposSection.head(head.slice(0, 8))}
          {reposSection.branches(branchCount)}
          {syncedAt && (
            <>
              {reposSection.synced}
              <Time at={syncedAt} />
            </>
          )}
        </>
      )}
    </>
  )
}
