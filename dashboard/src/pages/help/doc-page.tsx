import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read } from '../../read.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { headingClass, pageInset } from '../../ui/page.tsx'
import { texts } from './texts.ts'

/** A page of the handbook. */
export function DocPage() {
  const { doc: id } = useParams({ from: '/shell/help/$doc' })
  return (
    <Loaded
      query={useQuery({ ...read('docs.get', { doc: id }), staleTime: Infinity })}
      noun={texts.loadingPage}
      errorLink={<TextLink to="/help">{texts.allPages}</TextLink>}
    >
      {(doc) => (
        <article className={`max-w-3xl ${pageInset}`}>
          <title>{`${doc.title} · ${texts.title} · Baton`}</title>
          <h1 className={`mb-4 ${headingClass}`}>{doc.title}</h1>
          <Markdown text={withLinks(doc.content)} />
        </article>
      )}
    </Loaded>
  )
}

/** Links pages that refer to each other by id, as in `[Teams](teams)`, and drops the title, which is shown above. */
function withLinks(content: string): string {
  return content.replace(/^# .*$/m, '').replace(/\]\(([a-z][\w-]*)(#[\w-]*)?\)/g, '](/help/$1$2)')
}
