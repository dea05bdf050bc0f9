import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Markdown } from '../../ui/markdown.tsx'
import { Day } from '../../ui/time.tsx'
import { PublicArticle, PublicDocument } from '../knowledge/public-document.tsx'
import { publicNoteQuery } from './queries.ts'
import { withoutTitle } from '../knowledge/without-title.ts'
import { texts } from './texts.ts'

/** A published note, readable without an account. */
export function PublicNotePage() {
  const { slug } = useParams({ from: '/public/notes/$slug' })
  return (
    <PublicDocument noun={texts.publicNote.noun} query={useQuery(publicNoteQuery(slug))}>
      {(note) => (
        <PublicArticle
          title={note.title}
          byline={
            <>
              {texts.publicNote.byline(note.author)} <Day at={note.updatedAt} />
            </>
          }
          tags={note.tags}
        >
          <Markdown text={withoutTitle(note)} isPublic className="text-[15px] leading-relaxed" />
        </PublicArticle>
      )}
    </PublicDocument>
  )
}
