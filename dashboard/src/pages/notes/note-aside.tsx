import { Link, linkOptions } from '@tanstack/react-router'
import { Fact, Facts } from '../../ui/facts.tsx'
import { knownPath } from '../../ui/markdown-links.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { Person } from '../../ui/person.tsx'
import { AsidePart, PublicUrlPart, RevisionFact, TagsFact, TimeFacts } from '../knowledge/document-aside.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import type { Note } from './queries.ts'
import { texts } from './texts.ts'

type NoteLink = Note['links'][number]

export function NoteAside({ note }: { note: Note }) {
  const { id, owner, tags, revision, links, backlinks, publicSlug } = note
  const aside = texts.noteAside
  return (
    <>
      <Facts>
        <Fact name={knowledgeTexts.facts.author}>
          <Person kind="user" id={owner.id} name={owner.name} />
        </Fact>
        <TimeFacts item={note} />
        <RevisionFact
          latest={revision}
          revisions={linkOptions({ to: '/notes/$note/revisions', params: { note: id } })}
        />
        <TagsFact to="/notes" tags={tags} />
      </Facts>
      <PublicUrlPart path={publicSlug && `/public/notes/${publicSlug}`} />
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
