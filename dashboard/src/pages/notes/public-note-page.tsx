import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Day } from '../../ui/time.tsx'
import { PublicDocument } from '../knowledge/public-document.tsx'
import { publicNoteQuery } from './queries.ts'
import { withoutTitle } from './without-title.ts'
import { texts } from './texts.ts'

/** A published note, readable without an account. */
export function PublicNotePage() {
  const { slug } = useParams({ from: '/public/notes/$slug' })
  return (
    <PublicDocument noun={texts.publicNote.noun} query={useQuery(publicNoteQuery(slug))}>
      {(note) => (
        <article aria-labelledby="note-title" className="max-w-[46rem]">
          <title>{`${note.title} · Baton`}</title>
          <h1 id="note-title" className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
            {note.title}
          </h1>
          <p className="mt-1 mb-6 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-muted">
            {texts.publicNote.byline(note.author)} <Day at={note.updatedAt} />
            {note.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </p>
          <Markdown text={withoutTitle(note)} isPublic className="text-[15px] leading-relaxed" />
        </article>
      )}
    </PublicDocument>
  )
}
