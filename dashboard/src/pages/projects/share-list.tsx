import { useQuery } from '@tanstack/react-query'
import type { Project } from '../../client.ts'
import { shareRoles } from '../../roles.ts'
import { IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { nameOf, sharesQuery, useChangeShare, useEndShare } from './shares.ts'

export function ShareList({ project: { slug } }: { project: Project }) {
  const query = useQuery(sharesQuery(slug))
  const change = useChangeShare(slug)
  const end = useEndShare(slug)
  if (query.isPending) return <Loading what="with whom it is shared" />
  if (!query.data) return <Trouble error={query.error} onRetry={() => void query.refetch()} />
  if (query.data.length === 0) return <p className="mt-3 text-muted">With nobody yet.</p>
  return (
    <ul aria-label="Shared by name" className="mt-3 divide-y rounded-lg border">
      {query.data.map((share) => (
        <li key={share.id} className="flex items-center gap-2 px-3 py-1.5">
          <span className="min-w-0 grow">
            {share.user ? (
              <Person kind="user" id={share.user.id} name={share.user.name} picture={share.user.avatarUrl} />
            ) : (
              <Person kind="team" id={share.team!.id} name={share.team!.name} />
            )}
          </span>
          <Select
            label={`What ${nameOf(share)} may do`}
            options={shareRoles}
            value={share.role}
            disabled={!share.may.change}
            onChange={(role) => change.mutate({ share, role })}
          />
          {share.may.remove && (
            <IconButton label={`No longer share with ${nameOf(share)}`} onClick={() => end.mutate(share)}>
              <CloseIcon />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}
