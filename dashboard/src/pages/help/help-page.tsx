import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../read.ts'
import { PageTitle, Rows } from '../../ui/section.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { pageInset } from '../../ui/page.tsx'
import { texts } from './texts.ts'

/** The table of contents of the handbook. */
export function HelpPage() {
  const docs = useQuery({ ...read('docs.list', {}), staleTime: Infinity })
  return (
    <div className={`max-w-3xl ${pageInset}`}>
      <PageTitle title={texts.title} text={texts.intro} />
      <Loaded query={docs} noun={texts.loading}>
        {({ items }) => (
          <Rows label={texts.pages}>
            {items.map(({ id, title, summary }) => (
              <li key={id} className="relative px-4 py-2.5 hover:bg-hover">
                <Link
                  to="/help/$doc"
                  params={{ doc: id }}
                  className="font-medium after:absolute after:inset-0"
                >
                  {title}
                </Link>
                <p className="text-muted">{summary}</p>
              </li>
            ))}
          </Rows>
        )}
      </Loaded>
    </div>
  )
}
