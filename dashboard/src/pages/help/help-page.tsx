import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../read.ts'
import { PageTitle, card } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'

/** The pages of the handbook. */
export function HelpPage() {
  const docs = useQuery({ ...read('docs.list', {}), staleTime: Infinity })
  return (
    <div className="mx-auto max-w-3xl px-4 py-6 md:px-8 md:py-8">
      <PageTitle title="Handbook" text="How things work here. Agents read the same pages." />
      {docs.isPending ? (
        <Loading what="the handbook" />
      ) : docs.data ? (
        <ul aria-label="Pages of the handbook" className={`divide-y ${card}`}>
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
        <Trouble error={docs.error} onRetry={() => void docs.refetch()} />
      )}
    </div>
  )
}
