import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Project } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { everybodyQuery } from '../members/queries.ts'

/** Where everybody finds a public project: below the name of whoever made it. */
export function PublicAddress({ project: { createdBy, slug } }: { project: Project }) {
  const user = useUsername(createdBy)
  if (!user) return null
  const params = { user, slug }
  const address = `${location.origin}/public/${user}/${slug}`
  return (
    <div>
      <p className="font-medium">Public address</p>
      <div className="mt-1 flex items-center gap-2">
        <Link
          to="/public/$user/$slug"
          params={params}
          target="_blank"
          className="min-w-0 grow truncate rounded-md border bg-canvas px-2.5 py-1.5 font-mono text-xs hover:underline"
        >
          {address}
        </Link>
        <CopyButton label="Copy the public address" value={address} />
      </div>
    </div>
  )
}

function useUsername(id: string): string | undefined {
  const me = useQuery(meQuery).data?.user
  const others = useQuery({ ...everybodyQuery, enabled: me !== undefined && me.id !== id }).data
  return me?.id === id ? me.username : others?.find(({ user }) => user.id === id)?.user.username
}
