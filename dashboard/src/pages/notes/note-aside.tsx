import { Link } from '@tanstack/react-router'
import { AddressBox } from '../../ui/address-box.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { knownAddress } from '../../ui/markdown-links.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { AsidePart } from '../knowledge/page-frame.tsx'
import { TagLinks } from '../knowledge/tags.tsx'
import type { Note } from './queries.ts'

type NoteLink = Note['links'][number]

export function NoteAside({ note }: { note: Note }) {
  const { id, owner, tags, createdAt, updatedAt, revision, links, backlinks, publicSlug } = note
  return (
    <>
      <Facts>
        <Fact name="Written by">
          <Person kind="user" id={owner.id} name={owner.name} />
        </Fact>
        <Fact name="Begun">
          <Time at={createdAt} />
        </Fact>
        <Fact name="Changed">
          <Time at={updatedAt} />
        </Fact>
        <Fact name="Revision">
          <Link
            to="/notes/$note/revisions"
            params={{ note: id }}
            className="font-medium text-accent underline underline-offset-2"
          >
            {revision === 1 ? '1, the first' : `${revision}: see what changed`}
          </Link>
        </Fact>
        {tags.length > 0 && (
          <Fact name="Tags">
            <TagLinks to="/notes" tags={tags} />
          </Fact>
        )}
      </Facts>
      {publicSlug && (
        <AsidePart title="Public address">
          <AddressBox path={`/public/notes/${publicSlug}`} />
        </AsidePart>
      )}
      {links.length > 0 && (
        <AsidePart title="Leads to">
          <ul aria-label="Leads to" className="flex flex-col gap-1">
            {links.map((link) => (
              <li key={`${link.kind} ${link.label}`} className="min-w-0">
                <TargetLink link={link} project={note.project?.slug} />
              </li>
            ))}
          </ul>
        </AsidePart>
      )}
      <AsidePart title="What leads here">
        {backlinks.length === 0 ? (
          <p className="text-[13px] text-muted">
            No other note yet. Write <code className="font-mono">[[{note.title}]]</code> in one.
          </p>
        ) : (
          <ul aria-label="What leads here" className="flex flex-col gap-1">
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
  const said = {
    href: knownAddress(link, project),
    title: unwritten ? 'Nobody has written this note yet' : undefined,
    className: `flex min-w-0 items-baseline gap-1.5 hover:underline ${unwritten ? 'text-muted' : ''}`,
    children: (
      <>
        {key && kind !== 'project' && <span className="shrink-0 font-mono text-xs text-muted">{key}</span>}
        <span className="truncate">{title ?? label}</span>
      </>
    ),
  }
  if (kind === 'url') return <a {...said} target="_blank" rel="noopener noreferrer" />
  return <PathLink {...said} />
}
