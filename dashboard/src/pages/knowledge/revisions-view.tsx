import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../client.ts'
import type { PagesRead, ReadOf } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Counts, Diff } from '../../ui/diff.tsx'
import { Person } from '../../ui/person.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { texts } from './texts.ts'

export type Comparison = OutputOf<'specs.compare'>
export type ListedRevision = Comparison['from']
/** Paths of changed files. */
type ChangedFiles = Record<'added' | 'removed' | 'changed', string[]>

interface RevisionsViewProps {
  /** The current title of the document. */
  title: string
  /** A link to the document. */
  back: ReactNode
  latest: number
  /** The compared revisions. Default: the latest two. */
  from: number | undefined
  to: number | undefined
  list: PagesRead<ListedRevision>
  compare: (from: number, to: number) => ReadOf<Comparison & { files?: ChangedFiles }>
  /** Returns the text of a revision, which is needed to expand unchanged lines. */
  text: (revision: number) => ReadOf<{ content: string }>
  /** Renders the actions of an earlier revision. */
  children: (revision: ListedRevision) => ReactNode
}

/** Lists all revisions of a document and compares any two of them. */
export function RevisionsView(props: RevisionsViewProps) {
  const { title, back, latest, list, children } = props
  const view = texts.revisionsView
  const to = Math.min(props.to ?? latest, latest)
  const from = Math.min(props.from ?? Math.max(1, to - 1), latest)
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
      <p className="mb-1 text-[13px] text-muted">{back}</p>
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
          list={list}
          latest={latest}
          onCompare={(revision) => choose({ from: Math.max(1, revision - 1), to: revision })}
        >
          {children}
        </RevisionList>
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
  if (comparison.isPending) return <Loading noun={texts.comparison.loading} />
  if (!comparison.data)
    return <LoadError error={comparison.error} onRetry={() => void comparison.refetch()} />
  const { from: before, to: after, files, ...difference } = comparison.data
  return (
    <>
      <ChangedField name={texts.comparison.title} before={before.title} after={after.title} />
      <ChangedField name={texts.comparison.status} before={before.more.status} after={after.more.status} />
      {files && <Files files={files} />}
      <Diff {...difference} text={text.data?.content} />
    </>
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

interface RevisionListProps {
  list: RevisionsViewProps['list']
  latest: number
  children: RevisionsViewProps['children']
  onCompare: (revision: number) => void
}

function RevisionList({ list, latest, onCompare, children }: RevisionListProps) {
  const revisions = useInfiniteQuery(list)
  if (revisions.isPending) return <Loading noun={texts.revisionList.loading} />
  if (!revisions.data) return <LoadError error={revisions.error} onRetry={() => void revisions.refetch()} />
  return (
    <>
      <ol aria-label={texts.revisionList.label} className="divide-y rounded-lg border bg-surface">
        {revisions.data.pages
          .flatMap(({ items }) => items)
          .map((revision) => (
            <li
              key={revision.revision}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-(--row-inset)"
            >
              <span className="w-8 shrink-0 font-medium tabular-nums">{revision.revision}</span>
              <span className="min-w-40 grow basis-0">
                <span className="block wrap-anywhere">{revision.reason || revision.title}</span>
                <span className="flex flex-wrap items-center gap-x-2 text-[13px] text-muted">
                  <Person {...revision.createdBy} />
                  <Time at={revision.createdAt} />
                  <Counts added={revision.added} removed={revision.removed} />
                </span>
              </span>
              {revision.revision > 1 && (
                <Button
                  aria-label={texts.revisionList.changesIn(revision.revision)}
                  onClick={() => onCompare(revision.revision)}
                >
                  {texts.revisionList.changes}
                </Button>
              )}
              {revision.revision < latest && children(revision)}
            </li>
          ))}
      </ol>
      {revisions.hasNextPage && (
        <Button
          className="mt-3"
          busy={revisions.isFetchingNextPage}
          onClick={() => void revisions.fetchNextPage()}
        >
          {texts.revisionList.more}
        </Button>
      )}
    </>
  )
}
