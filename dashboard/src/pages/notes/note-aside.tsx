import { Link } from '@tanstack/react-router'
import { PublicUrl } from '../../ui/public-url.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { knownPath } from '../../ui/markdown-links.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { AsidePart } from '../knowledge/page-frame.tsx'
import { TagLinks } from '../knowledge/tags.tsx'
import type { Note } from './queries.ts'
import { texts } from './texts.ts'

type NoteLink = Note['links'][number]

export function NoteAside({ note }: { note: Note }) {
  const { id, owner, tags, createdAt, updatedAt, revision, links, backlinks, publicSlug } = note
  const aside = texts.noteAside
  return (
    <>
      <Facts>
        <Fact name={aside.author}>
          <Person kind="user" id={owner.id} name={owner.name} />
        </Fact>
        <Fact name={aside.created}>
          <Time at={createdAt} />
        </Fact>
        <Fact name={aside.updated}>
          <Time at={updatedAt} />
        </Fact>
        <Fact name={aside.revision}>
          <Link
            to="/notes/$note/revisions"
            params={{ note: id }}
            className="font-medium text-accent underline underline-offset-2"
          >
            {revision === 1 ? aside.firstRevision : aside.revisionLink(revision)}
          </Link>
        </Fact>
        {tags.length > 0 && (
          <Fact name={aside.tags}>
            <TagLinks to="/notes" tags={tags} />
          </Fact>
        )}
      </Facts>
      {publicSlug && (
        <AsidePart title={aside.publicUrl}>
          <PublicUrl path={`/public/notes/${publicSlug}`} />
        </AsidePart>
      )}
      {links.length > 0 && (
        <AsidePart title={aside.links}>
          <ul aria-label={aside.links} className="flex flex-col gap-1">
            {links.map((link) => (
              <li key={`${link.kind} ${link.label}`} className="min-w-0">
                <TargetLink link={link} project={note.project?.slug} />
              </li>
            ))}
          </ul>
        </AsidePart>
      )}
      <AsidePart title={aside.backlinks}>
        {backlinks.length === 0 ? (
          <p className="text-[13px] text-muted">
            {aside.noBacklinks.before} <code className="font-mono">[[{note.title}]]</code>{' '}
            {aside.noBacklinks.after}
          </p>
        ) : (
          <ul aria-label={aside.backlinks} className="flex flex-col gap-1">
            {backlinks.map((other) => (
              <li key={other.id} className="min-w-0">
                <Link
                  to="/notes/$note"
                  params={{ note: other.id }}
                  className="block truncate hover:underline"
                >
                  {other.title}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </AsidePart>
    </>
  )
}

function TargetLink({ link, project }: { link: NoteLink; project: string | undefined }) {
  const { kind, id, key, title, label } = link
  const unwritten = kind === 'note' && id === null
  const anchor = {
    href: knownPath(link, project),
    title: unwritten ? texts.noteAside.unwritten : undefined,
    className: `flex min-w-0 items-baseline gap-1.5 hover:underline ${unwritten ? 'text-muted' : ''}`,
    children: (
      <>
        {key && kind !== 'project' && <span className="shrink-0 font-mono text-xs text-muted">{key}</span>}
        <span className="truncate">{title ?? label}</span>
      </>
    ),
  }
  if (kind === 'url') return <a {...anchor} target="_blank" rel="noopener noreferrer" />
  return <PathLink {...anchor} />
}
