import { Link, Navigate, useParams } from '@tanstack/react-router'
import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { texts } from '../projects/texts.ts'

/** Redirects from an item's key to its page. Asks the server, because the key doesn't show the kind of item. */
export function ItemPage() {
  const { item } = useParams({ from: '/shell/items/$item' })
  const query = useRead('items.find', { item })
  if (query.isPending) return <Loading noun={item} />
  if (!query.data)
    return (
      <LoadError error={query.error} onRetry={() => void query.refetch()}>
        <Link to="/projects" className="self-center font-medium text-accent underline underline-offset-2">
          {texts.projectFrame.all}
        </Link>
      </LoadError>
    )
  return <RedirectTo item={query.data} />
}

function RedirectTo({ item: { kind, key, project: slug } }: { item: OutputOf<'items.find'> }) {
  if (kind === 'feature')
    return <Navigate replace to="/projects/$slug/features/$feature" params={{ slug, feature: key }} />
  if (kind === 'task')
    return <Navigate replace to="/projects/$slug" params={{ slug }} search={{ task: key }} />
  return <Navigate replace to="/projects/$slug/tree" params={{ slug }} />
}
