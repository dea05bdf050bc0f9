import type { ReactNode } from 'react'
import { isNotFound } from '../../client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded, type LoadedProps } from '../../ui/loaded.tsx'
import { PublicFrame } from '../public/public-frame.tsx'
import { DocumentTitle, titleId } from './document-page.tsx'
import { texts } from './texts.ts'

interface PublicDocumentProps<Shown> {
  /** The noun for the document: "note". */
  noun: string
  query: LoadedProps<Shown>['query']
  children: (shown: Shown) => ReactNode
}

/** A public page, or an empty state if the document isn't public. */
export function PublicDocument<Shown>({ noun, query, children }: PublicDocumentProps<Shown>) {
  const { pageTitle, title, text } = texts.publicDocument
  return (
    <PublicFrame>
      {isNotFound(query.error) ? (
        <>
          <title>{`${pageTitle} · Baton`}</title>
          <Empty title={title} text={text(noun)} />
        </>
      ) : (
        <Loaded query={query} noun={noun}>
          {children}
        </Loaded>
      )}
    </PublicFrame>
  )
}

interface PublicArticleProps {
  title: string
  byline: ReactNode
  tags: readonly string[]
  children: ReactNode
}

export function PublicArticle({ title, byline, tags, children }: PublicArticleProps) {
  return (
    <article aria-labelledby={titleId} className="max-w-[46rem]">
      <title>{`${title} · Baton`}</title>
      <DocumentTitle>{title}</DocumentTitle>
      <p className="mt-1 mb-6 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-muted">
        {byline}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </p>
      {children}
    </article>
  )
}
