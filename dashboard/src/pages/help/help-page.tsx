import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../read.ts'
import { PageTitle, card } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { texts } from './texts.ts'

/** The table of contents of the handbook. */
export function HelpPage() {
  const docs = useQuery({ ...read('docs.list', {}), staleTime: Infinity })
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8 md:py-8">
      <PageTitle title={texts.title} text={texts.intro} />
      {docs.isPending ? (
        <Loading noun={texts.loading} />
      ) : docs.data ? (
        <ul aria-label={texts.pages} className={`divide-y ${card}`}>
          {docs.data.items.map(({ id, title, summary }) => (
            <li key={id} className="relative px-4 py-2.5 hover:bg-hover">
              <Link to="/help/$doc" params={{ doc: id }} className="font-medium after:absolute after:inset-0">
                {title}
              </Link>
              <p className="text-muted">{summary}</p>
            </li>
          ))}
        </ul>
      ) : (
        <LoadError error={docs.error} onRetry={() => void docs.refetch()} />
      )}
    </div>
  )
}
