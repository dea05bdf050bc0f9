import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Fact } from '../../ui/facts.tsx'
import { PublicUrl } from '../../ui/public-url.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Time } from '../../ui/time.tsx'
import { type ListWithTags, TagLinks } from './tags.tsx'
import { texts } from './texts.ts'

/** A section beside a document. */
export function AsidePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-xs font-semibold text-muted">{title}</h2>
      {children}
    </section>
  )
}

/** The facts about the creation and the last change of a document. */
export function TimeFacts({
  item: { createdAt, updatedAt },
}: {
  item: Record<'createdAt' | 'updatedAt', string>
}) {
  return (
    <>
      <Fact name={texts.facts.created}>
        <Time at={createdAt} />
      </Fact>
      <Fact name={texts.facts.updated}>
        <Time at={updatedAt} />
      </Fact>
    </>
  )
}

/** The latest revision, with a link to all of them. */
export function RevisionFact({ latest, revisions }: { latest: number; revisions: LinkProps }) {
  const { revision, firstRevision, revisionLink } = texts.facts
  return (
    <Fact name={revision}>
      <TextLink {...revisions}>{latest === 1 ? firstRevision : revisionLink(latest)}</TextLink>
    </Fact>
  )
}

/** The tags of a document. Each one opens the filtered list. */
export function TagsFact({ to, tags }: { to: ListWithTags; tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <Fact name={texts.facts.tags}>
      <TagLinks to={to} tags={tags} />
    </Fact>
  )
}

/** The public URL of a document, if it has one. */
export function PublicUrlPart({ path }: { path: string | null }) {
  if (path === null) return null
  return (
    <AsidePart title={texts.facts.publicUrl}>
      <PublicUrl path={path} />
    </AsidePart>
  )
}
