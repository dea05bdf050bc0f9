import { LockIcon, GitBranchIcon } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { type ItemOf, readFilteredPages } from '../../read.ts'
import { useAction } from '../../ui/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { card } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { hostName } from './host-name.ts'
import { connectRepo } from './repo-changes.ts'
import { texts } from './texts.ts'

const { connectDialog: dialog } = texts

type HostRepo = ItemOf<'repos.listAtHost'>

interface ReposAtHostProps {
  project: string
  /** The connection of the organization. Without it, the list is that of the user's own account. */
  connection?: OutputOf<'codeHosts.list'>['items'][number]
  hostUrl?: string
  onClose: () => void
}

/** The repositories that an account at a code host can read, with search. */
export function ReposAtHost({ project, connection, hostUrl, onClose }: ReposAtHostProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 250)
  const access = connection ? 'organization' : 'person'
  return (
    <div className="flex flex-col gap-3">
      <p className="text-[13px] text-muted">
        {dialog.visibility[access](hostName(connection?.url ?? hostUrl ?? ''))}
      </p>
      <SearchField label={dialog.search} value={typed} maxLength={200} onChange={setTyped} />
      <div className="max-h-96 overflow-y-auto">
        <PagedList
          query={readFilteredPages('repos.listAtHost', {
            limit: 50,
            ...(search && { query: search }),
            ...(connection && { codeHost: connection.id }),
          })}
          noun={dialog.noun}
          moreLabel={dialog.more}
          empty={<Empty {...(search ? dialog.noMatches : dialog.empty)} />}
        >
          {(repos) => (
            <ul aria-label={dialog.list} className={`divide-y ${card}`}>
              {repos.map((repo) => (
                <HostRepoRow
                  key={repo.name}
                  repo={repo}
                  project={project}
                  access={access}
                  onClose={onClose}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </div>
  )
}

interface HostRepoRowProps {
  repo: HostRepo
  project: string
  access: 'person' | 'organization'
  onClose: () => void
}

function HostRepoRow({ repo, project, access, onClose }: HostRepoRowProps) {
  const connect = useAction(async () => {
    await connectRepo({ project, url: repo.url, access })
    onClose()
  })
  return (
    <li className="flex flex-col gap-2 px-3 py-2">
      <div className="flex items-center gap-3">
        <span className="shrink-0 text-muted">{repo.private ? <LockIcon /> : <GitBranchIcon />}</span>
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="font-medium wrap-anywhere">{repo.name}</span>
            {repo.private && <Badge>{texts.private}</Badge>}
          </p>
          <p className="line-clamp-1 text-[13px] text-muted">
            {repo.pushedAt && (
              <>
                {dialog.pushed} <Time at={repo.pushedAt} />
                {repo.description && ' · '}
              </>
            )}
            {repo.description}
          </p>
        </div>
        {repo.connectedTo.includes(project) ? (
          <Badge tone="accent">{dialog.isConnected}</Badge>
        ) : (
          <Button aria-label={dialog.connectLabel(repo.name)} busy={connect.busy} onClick={connect.run}>
            {dialog.connect}
          </Button>
        )}
      </div>
      <FormMessage>{connect.message}</FormMessage>
    </li>
  )
}
