import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectWithStats } from '../../client.ts'
import { readAll } from '../../read.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { ConnectRepoForm } from './connect-repo-form.tsx'
import { InstructionsDialog } from './instructions-dialog.tsx'
import { type Repo, useDeleteRepo, useSyncRepo } from './repo-changes.ts'

/** Where the code of a project is. */
export function ReposSection({ project: { slug, may } }: { project: ProjectWithStats }) {
  const query = useQuery(readAll('repos.list', { project: slug }))
  const [connecting, setConnecting] = useState(false)
  return (
    <Section
      title="Repositories"
      text="Where its code is. They are read with git, and never written to."
      action={
        may.edit && !connecting && <Button onClick={() => setConnecting(true)}>Connect a repository</Button>
      }
    >
      {connecting && <ConnectRepoForm project={slug} onClose={() => setConnecting(false)} />}
      {query.isPending ? (
        <Loading what="repositories" />
      ) : query.data ? (
        <List repos={query.data} project={slug} />
      ) : (
        <Trouble error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Section>
  )
}

function List({ repos, project }: { repos: Repo[]; project: string }) {
  const sync = useSyncRepo()
  const remove = useDeleteRepo(project)
  const [shown, setShown] = useState<Repo | null>(null)
  if (repos.length === 0) return <p className="text-muted">None is connected yet.</p>
  return (
    <>
      <Rows label="Repositories">
        {repos.map((repo) => (
          <Row key={repo.id} name={repo.name} badges={<State repo={repo} />} detail={<Details repo={repo} />}>
            {repo.may.edit && (
              <>
                <Button onClick={() => setShown(repo)}>AGENTS.md</Button>
                <Button
                  aria-label={`Read ${repo.name} again`}
                  busy={sync.isPending && sync.variables.id === repo.id}
                  onClick={() => sync.mutate(repo)}
                >
                  Sync
                </Button>
                <IconButton label={`Disconnect ${repo.name}`} onClick={() => remove.mutate(repo)}>
                  <CloseIcon />
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

function State({ repo: { status, hasToken } }: { repo: Repo }) {
  return (
    <>
      {status === 'error' && <Badge tone="danger">Cannot be read</Badge>}
      {status === 'pending' && <Badge tone="attention">Not read yet</Badge>}
      {hasToken && <Badge>With a token</Badge>}
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
          {head && ` at ${head.slice(0, 8)}`} · {branchCount === 1 ? 'one branch' : `${branchCount} branches`}
          {syncedAt && (
            <>
              {' · read '}
              <Time at={syncedAt} />
            </>
          )}
        </>
      )}
    </>
  )
}
