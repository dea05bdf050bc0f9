import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../client.ts'
import type { PagesRead, ReadOf } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Counts, Diff } from '../../ui/diff.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Person } from '../../ui/person.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { documentKinds } from './document-kinds.ts'
import { type Restoration, useRestoreRevision } from './restore-revision.ts'
import { texts } from './texts.ts'

export type Comparison = OutputOf<'specs.compare'>
export type ListedRevision = Comparison['from']
/** Paths of changed files. */
type ChangedFiles = Record<'added' | 'removed' | 'changed', string[]>

interface RevisionsViewProps {
  /** The current title of the document. */
  title: string
  /** The key or id in the URL. */
  at: string
  latest: number
  /** The compared revisions. Default: the latest two. */
  search: { from?: number | undefined; to?: number | undefined }
  list: PagesRead<ListedRevision>
  compare: (from: number, to: number) => ReadOf<Comparison & { files?: ChangedFiles }>
  /** Returns the text of a revision, which is needed to expand unchanged lines. */
  text: (revision: number) => ReadOf<{ content: string }>
  restoration: Restoration
  canRestore: boolean
  /** Renders the button or link that shows an earlier revision. */
  children: (revision: number) => ReactNode
}

/** Lists all revisions of a document and compares any two of them. */
export function RevisionsView(props: RevisionsViewProps) {
  const { title, at, latest, search, restoration } = props
  const { kind } = restoration
  const view = texts.revisionsView
  const to = Math.min(search.to ?? latest, latest)
  const from = Math.min(search.from ?? Math.max(1, to - 1), latest)
  const navigate = useNavigate()
  const choose = (change: { from?: number; to?: number }) =>
    void navigate({ to: '.', search: { from, to, ...change }, replace: true })
  const options = Array.from({ length: latest }, (_, index) => {
    const number = latest - index
    return { value: String(number), name: number === latest ? view.latest(number) : String(number) }
  })
  return (
    <div className="mx-auto max-w-5xl px-4 py-6 md:px-8">
      <title>{`${view.title(title)} · Baton`}</title>
      <p className="mb-1 text-[13px] text-muted">
        <Link {...documentKinds[kind].page(at)} className="hover:text-ink hover:underline">
          {texts.kinds[kind].back}
        </Link>
      </p>
      <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{view.title(title)}</h1>
      {latest > 1 && (
        <Section
          title={view.changes}
          action={
            <span className="flex flex-wrap items-center gap-2">
              {view.from}
              <Select
                label={view.fromRevision}
                options={options}
                value={String(from)}
                onChange={(chosen) => choose({ from: Number(chosen) })}
              />
              {view.to}
              <Select
                label={view.toRevision}
                options={options}
                value={String(to)}
                onChange={(chosen) => choose({ to: Number(chosen) })}
              />
            </span>
          }
        >
          <ComparedRevisions key={`${from} ${to}`} {...props} from={from} to={to} />
        </Section>
      )}
      <Section title={view.all}>
        <RevisionList
          {...props}
          onCompare={(revision) => choose({ from: Math.max(1, revision - 1), to: revision })}
        />
      </Section>
    </div>
  )
}

type ComparedProps = Pick<RevisionsViewProps, 'compare' | 'text'> & { from: number; to: number }

function ComparedRevisions({ compare, text: textOf, from, to }: ComparedProps) {
  // Revisions never change.
  const immutable = { staleTime: Infinity }
  const comparison = useQuery({ ...compare(from, to), ...immutable })
  const text = useQuery({ ...textOf(to), ...immutable })
  return (
    <Loaded query={comparison} noun={texts.comparison.loading}>
      {({ from: before, to: after, files, ...difference }) => (
        <>
          <ChangedField name={texts.comparison.title} before={before.title} after={after.title} />
          <ChangedField
            name={texts.comparison.status}
            before={before.more.status}
            after={after.more.status}
          />
          {files && <Files files={files} />}
          <Diff {...difference} text={text.data?.content} />
        </>
      )}
    </Loaded>
  )
}

function Files({ files }: { files: ChangedFiles }) {
  const names = texts.comparison.files
  return (Object.keys(names) as (keyof ChangedFiles)[]).map(
    (kind) =>
      files[kind].length > 0 && (
        <p key={kind} className="mb-1.5">
          {names[kind]}: <span className="font-mono text-[13px]">{files[kind].join(', ')}</span>
        </p>
      ),
  )
}

/** Shows a field besides the text if it changed. */
function ChangedField({ name, before, after }: { name: string; before: unknown; after: unknown }) {
  if (typeof before !== 'string' || typeof after !== 'string' || before === after) return null
  return (
    <p className="mb-1.5">
      {name}: <del className="text-muted">{before}</del>{' '}
      <ins className="font-medium no-underline">{after}</ins>
    </p>
  )
}

type RevisionListProps = Pick<
  RevisionsViewProps,
  'list' | 'latest' | 'restoration' | 'canRestore' | 'children'
> & { onCompare: (revision: number) => void }

function RevisionList({
  list,
  latest,
  restoration,
  canRestore,
  onCompare,
  children: view,
}: RevisionListProps) {
  const restore = useRestoreRevision(restoration)
  const { label, loading, more, changes, changesIn } = texts.revisionList
  return (
    <PagedList query={list} noun={loading} moreLabel={more} empty={null}>
      {(revisions) => (
        <ol aria-label={label} className="divide-y rounded-lg border bg-surface">
          {revisions.map(({ revision, reason, title, createdBy, createdAt, added, removed }) => (
            <li key={revision} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-(--row-inset)">
              <span className="w-8 shrink-0 font-medium tabular-nums">{revision}</span>
              <span className="min-w-40 grow basis-0">
                <span className="block wrap-anywhere">{reason || title}</span>
                <span className="flex flex-wrap items-center gap-x-2 text-[13px] text-muted">
                  <Person {...createdBy} />
                  <Time at={createdAt} />
                  <Counts added={added} removed={removed} />
                </span>
              </span>
              {revision > 1 && (
                <Button aria-label={changesIn(revision)} onClick={() => onCompare(revision)}>
                  {changes}
                </Button>
              )}
              {revision < latest && view(revision)}
              {revision < latest && canRestore && (
                <Button
                  aria-label={texts.restoreRevision.label(revision)}
                  busy={restore.isPending && restore.variables === revision}
                  onClick={() => restore.mutate(revision)}
                >
                  {texts.restoreRevision.action}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  )
}

/** The link to an earlier revision, for kinds that have a page for each revision. */
export function ViewRevisionLink({ revision, ...link }: LinkProps & { revision: number }) {
  const { label, action } = texts.viewRevision
  return (
    <TextLink {...link} aria-label={label(revision)}>
      {action}
    </TextLink>
  )
}
