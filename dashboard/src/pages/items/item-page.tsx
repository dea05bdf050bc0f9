import { Navigate, useParams } from '@tanstack/react-router'
import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { texts } from '../projects/texts.ts'

/** Redirects from an item's key to its page. Asks the server, because the key doesn't show the kind of item. */
export function ItemPage() {
  const { item } = useParams({ from: '/shell/items/$item' })
  return (
    <Loaded
      query={useRead('items.find', { item })}
      noun={item}
      errorLink={<TextLink to="/projects">{texts.projectFrame.all}</TextLink>}
    >
      {(found) => <RedirectTo item={found} />}
    </Loaded>
  )
}

function RedirectTo({ item: { kind, key, project: slug } }: { item: OutputOf<'items.find'> }) {
  if (kind === 'feature')
    return <Navigate replace to="/projects/$slug/features/$feature" params={{ slug, feature: key }} />
  if (kind === 'task')
    return <Navigate replace to="/projects/$slug/tasks/$task" params={{ slug, task: key }} />
  return <Navigate replace to="/projects/$slug/tree" params={{ slug }} />
}
