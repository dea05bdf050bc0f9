import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Counts, Diff } from '../../ui/diff.tsx'
import { Loaded, type LoadedProps } from '../../ui/loaded.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Person } from '../../ui/person.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextLink } from '../../ui/links.tsx'
import { headingClass, pageInset } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { documentKinds } from './document-kinds.ts'
import { type Restoration, useRestoreRevision } from './restore-revision.ts'
import { type ChangedFiles, type RevisionReads, revisionReads } from './revision-reads.ts'
import { texts } from './texts.ts'

/** A document whose revisions are shown. */
interface Revised {
  /** The key or id in the URL. */
  at: string
  title: string
  latest: number
  restoration: Restoration
  canRestore: boolean
}

interface RevisionsPageProps<Item> {
  query: LoadedProps<Item>['query']
  describe: (item: Item) => Revised
  /** The compared revisions. Default: the latest two. */
  search: { from?: number | undefined; to?: number | undefined }
  /** Renders the button or link that shows an earlier revision. */
  children: (revision: number, at: string) => ReactNode
}

/** Lists all revisions of a document and compares any two of them. */
export function RevisionsPage<Item>({ query, describe, search, children }: RevisionsPageProps<Item>) {
  return (
    <Loaded query={query} noun={texts.revisionList.loading}>
      {(item) => (
        <RevisionsView item={describe(item)} search={search}>
          {children}
        </RevisionsView>
      )}
    </Loaded>
  )
}

interface RevisionsViewProps extends Pick<RevisionsPageProps<unknown>, 'search' | 'children'> {
  item: Revised
}

function RevisionsView({ item, search, children }: RevisionsViewProps) {
  const { at, title, latest, restoration } = item
  const { kind } = restoration
  const reads = revisionReads[kind](at)
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
    <div className={`max-w-5xl ${pageInset}`}>
      <title>{`${view.title(title)} · Baton`}</title>
      <h1 className={headingClass}>{view.title(title)}</h1>
      <p className="mt-1 text-[13px] text-muted">
        <Link {...documentKinds[kind].page(at)} className="hover:text-ink hover:underline">
          {texts.kinds[kind].back}
        </Link>
      </p>
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
          <ComparedRevisions key={`${from} ${to}`} reads={reads} from={from} to={to} />
        </Section>
      )}
      <Section title={view.all}>
        <RevisionList
          item={item}
          list={reads.list}
          onCompare={(revision) => choose({ from: Math.max(1, revision - 1), to: revision })}
        >
          {children}
        </RevisionList>
      </Section>
    </div>
  )
}

interface ComparedProps {
  reads: RevisionReads
  from: number
  to: number
}

function ComparedRevisions({ reads, from, to }: ComparedProps) {
  // Revisions never change.
  const immutable = { staleTime: Infinity }
  const comparison = useQuery({ ...reads.compare(from, to), ...immutable })
  const text = useQuery({ ...reads.text(to), ...immutable })
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

interface RevisionListProps extends Omit<RevisionsViewProps, 'search'>, Pick<RevisionReads, 'list'> {
  onCompare: (revision: number) => void
}

function RevisionList({ item, list, onCompare, children: view }: RevisionListProps) {
  const { at, latest, restoration, canRestore } = item
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
              {revision < latest && view(revision, at)}
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

interface ViewRevisionLinkProps {
  kind: 'spec' | 'skill'
  at: string
  revision: number
}

/** The link to an earlier revision, for kinds that have a page for each revision. */
export function ViewRevisionLink({ kind, at, revision }: ViewRevisionLinkProps) {
  const { label, action } = texts.viewRevision
  return (
    <TextLink {...documentKinds[kind].page(at)} search={{ revision }} aria-label={label(revision)}>
      {action}
    </TextLink>
  )
}
