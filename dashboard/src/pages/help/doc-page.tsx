import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { read } from '../../read.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { texts } from './texts.ts'

/** A page of the handbook. */
export function DocPage() {
  const { doc: id } = useParams({ from: '/shell/help/$doc' })
  const doc = useQuery({ ...read('docs.get', { doc: id }), staleTime: Infinity })
  if (doc.isPending) return <Loading noun={texts.loadingPage} />
  if (!doc.data)
    return (
      <LoadError error={doc.error} onRetry={() => void doc.refetch()}>
        <Link to="/help" className="self-center font-medium text-accent underline underline-offset-2">
          {texts.allPages}
        </Link>
      </LoadError>
    )
  return (
    <article className="mx-auto max-w-3xl px-4 py-6 md:px-8 md:py-8">
      <title>{`${doc.data.title} · ${texts.title} · Baton`}</title>
      <p className="mb-4 text-[13px]">
        <Link to="/help" className="text-muted hover:text-ink hover:underline">
          {texts.title}
        </Link>
      </p>
      <h1 className="mb-4 text-2xl font-semibold tracking-tight">{doc.data.title}</h1>
      <Markdown text={withLinks(doc.data.content)} />
    </article>
  )
}

/** Links pages that refer to each other by id, as in `[Teams](teams)`, and drops the title, which is shown above. */
function withLinks(content: string): string {
  return content.replace(/^# .*$/m, '').replace(/\]\(([a-z][\w-]*)(#[\w-]*)?\)/g, '](/help/$1$2)')
}
