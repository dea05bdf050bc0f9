import { Link, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { knownAddress } from '../../ui/markdown-links.ts'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { AsidePart } from '../knowledge/page-frame.tsx'
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
            <span className="flex flex-wrap gap-1">
              {tags.map((tag) => (
                <Link
                  key={tag}
                  to="/notes"
                  search={{ tag }}
                  className="rounded bg-hover px-1.5 text-xs font-medium text-muted hover:text-ink"
                >
                  {tag}
                </Link>
              ))}
            </span>
          </Fact>
        )}
      </Facts>
      {publicSlug && <PublicAddress slug={publicSlug} />}
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
  const router = useRouter()
  const { kind, id, key, title, label } = link
  const address = knownAddress(link, project)
  const outside = kind === 'url'
  function follow(event: MouseEvent): void {
    if (outside || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    router.history.push(address)
  }
  const numbered = key && kind !== 'project'
  return (
    <a
      href={address}
      onClick={follow}
      {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
      title={kind === 'note' && !id ? 'Nobody has written this note yet' : undefined}
      className={`flex min-w-0 items-baseline gap-1.5 hover:underline ${kind === 'note' && !id ? 'text-muted' : ''}`}
    >
      {numbered && <span className="shrink-0 font-mono text-xs text-muted">{key}</span>}
      <span className="truncate">{title ?? label}</span>
    </a>
  )
}

export function PublicAddress({ slug }: { slug: string }) {
  const address = `${location.origin}/public/notes/${slug}`
  return (
    <AsidePart title="Public address">
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to="/public/notes/$slug"
          params={{ slug }}
          target="_blank"
          className="min-w-0 grow basis-40 truncate rounded-md border bg-canvas px-2.5 py-1.5 font-mono text-xs hover:underline"
        >
          {address}
        </Link>
        <CopyButton label="Copy the public address" value={address} />
      </div>
    </AsidePart>
  )
}
