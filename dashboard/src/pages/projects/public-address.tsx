import { useQuery } from '@tanstack/react-query'
import type { Project } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { PublicUrl } from '../../ui/public-url.tsx'
import { everybodyQuery } from '../members/queries.ts'
import { texts } from './texts.ts'

/** The public URL of a project, which contains the username of its creator. */
export function PublicAddress({ project: { createdBy, slug } }: { project: Project }) {
  const user = useUsername(createdBy)
  if (!user) return null
  return (
    <div>
      <p className="mb-1 font-medium">{texts.publicAddress.label}</p>
      <PublicUrl path={`/public/${user}/${slug}`} />
    </div>
  )
}

function useUsername(id: string): string | undefined {
  const me = useQuery(meQuery).data?.user
  const others = useQuery({ ...everybodyQuery, enabled: me !== undefined && me.id !== id }).data
  return me?.id === id ? me.username : others?.find(({ user }) => user.id === id)?.user.username
}
