import { useQuery } from '@tanstack/react-query'
import { XIcon } from 'lucide-react'
import type { Project } from '../../client.ts'
import { shareRoles } from '../../roles.ts'
import { IconButton } from '../../ui/button.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { nameOf, sharesQuery, useChangeShare, useRemoveShare } from './shares.ts'
import { texts } from './texts.ts'

export function ShareList({ project: { slug } }: { project: Project }) {
  const { shareList, shareDialog } = texts
  const query = useQuery(sharesQuery(slug))
  const change = useChangeShare(slug)
  const remove = useRemoveShare(slug)
  return (
    <Loaded query={query} noun={shareList.noun}>
      {(shares) => {
        if (shares.length === 0) return <p className="mt-3 text-muted">{shareList.empty}</p>
        return (
          <ul aria-label={shareDialog.people} className="mt-3 divide-y rounded-lg border">
            {shares.map((share) => (
              <li key={share.id} className="flex items-center gap-2 px-3 py-1.5">
                <span className="min-w-0 grow">
                  {share.user ? (
                    <Person
                      kind="user"
                      id={share.user.id}
                      name={share.user.name}
                      imageUrl={share.user.avatarUrl}
                    />
                  ) : (
                    <Person kind="team" id={share.team!.id} name={share.team!.name} />
                  )}
                </span>
                <Select
                  label={shareList.role(nameOf(share))}
                  options={shareRoles}
                  value={share.role}
                  disabled={!share.may.change}
                  onChange={(role) => change.mutate({ share, role })}
                />
                {share.may.remove && (
                  <IconButton label={shareList.remove(nameOf(share))} onClick={() => remove.mutate(share)}>
                    <XIcon />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
