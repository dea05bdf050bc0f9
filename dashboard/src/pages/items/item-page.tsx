import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { type OutputOf, call } from '../../client.ts'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'

/** A number alone does not say what has it: that is asked, and one goes there. */
export function ItemPage() {
  const { item } = useParams({ from: '/shell/items/$item' })
  const query = useQuery({
    queryKey: ['item', item],
    queryFn: ({ signal }) => call('items.find', { item }, { signal }),
  })
  if (query.isPending) return <Loading what={item} />
  if (!query.data)
    return (
      <Trouble error={query.error} onRetry={() => void query.refetch()}>
        <Link to="/projects" className="self-center font-medium text-accent underline underline-offset-2">
          All projects
        </Link>
      </Trouble>
    )
  return <Goto item={query.data} />
}

function Goto({ item: { kind, key, project: slug } }: { item: OutputOf<'items.find'> }) {
  if (kind === 'feature')
    return <Navigate replace to="/projects/$slug/features/$feature" params={{ slug, feature: key }} />
  if (kind === 'task')
    return <Navigate replace to="/projects/$slug" params={{ slug }} search={{ task: key }} />
  return <Navigate replace to="/projects/$slug/tree" params={{ slug }} />
}
