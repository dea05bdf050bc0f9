import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../client.ts'
import type { pagesQuery } from '../../pages-query.ts'
import { Button } from '../../ui/button.tsx'
import { Counts, Difference } from '../../ui/difference.tsx'
import { Person } from '../../ui/person.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { Trouble } from '../../ui/trouble.tsx'

export type Comparison = OutputOf<'specs.compare'>
export type ListedRevision = Comparison['from']
/** The paths of what lies beside the text. */
type ChangedFiles = Record<'added' | 'removed' | 'changed', string[]>

interface RevisionsViewProps {
  /** What it is called now, and the way back to it. */
  title: string
  back: ReactNode
  latest: number
  /** Which two are compared: without a choice, the last two. */
  from: number | undefined
  to: number | undefined
  list: ReturnType<typeof pagesQuery<ListedRevision>>
  /** Below this key the queries keep what they read. */
  queryKey: QueryKey
  compare: (from: number, to: number, signal: AbortSignal) => Promise<Comparison & { files?: ChangedFiles }>
  /** The text of one, so that what is alike can be unfolded. */
  read: (revision: number, signal: AbortSignal) => Promise<{ content: string }>
  /** What can be done with one that is over. */
  children: (revision: ListedRevision) => ReactNode
}

/** Every state that something was in, and what differs between any two of them. */
export function RevisionsView(props: RevisionsViewProps) {
  const { title, back, latest, list, children } = props
  const to = Math.min(props.to ?? latest, latest)
  const from = Math.min(props.from ?? Math.max(1, to - 1), latest)
  const navigate = useNavigate()
  const choose = (change: { from?: number; to?: number }) =>
    void navigate({ to: '.', search: { from, to, ...change }, replace: true })
  const options = Array.from({ length: latest }, (_, index) => {
    const number = latest - index
    return { value: String(number), name: number === latest ? `${number}, the newest` : String(number) }
  })
  return (
    <div className="mx-auto max-w-5xl px-4 py-6 md:px-8">
      <title>{`Revisions of ${title} · Baton`}</title>
      <p className="mb-1 text-[13px] text-muted">{back}</p>
      <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">Revisions of {title}</h1>
      {latest > 1 && (
        <Section
          title="What changed"
          action={
            <span className="flex flex-wrap items-center gap-2">
              From
              <Select
                label="From revision"
                options={options}
                value={String(from)}
                onChange={(chosen) => choose({ from: Number(chosen) })}
              />
              to
              <Select
                label="To revision"
                options={options}
                value={String(to)}
                onChange={(chosen) => choose({ to: Number(chosen) })}
              />
            </span>
          }
        >
          <Compared key={`${from} ${to}`} {...props} from={from} to={to} />
        </Section>
      )}
      <Section title="All revisions">
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

type ComparedProps = Pick<RevisionsViewProps, 'queryKey' | 'compare' | 'read'> & { from: number; to: number }

function Compared({ queryKey, compare, read, from, to }: ComparedProps) {
  // What was written once stays as it is.
  const lasting = { staleTime: Infinity }
  const comparison = useQuery({
    ...{ queryKey: [...queryKey, 'comparison', from, to], ...lasting },
    queryFn: ({ signal }) => compare(from, to, signal),
  })
  const text = useQuery({
    ...{ queryKey: [...queryKey, 'text', to], ...lasting },
    queryFn: ({ signal }) => read(to, signal),
  })
  if (comparison.isPending) return <Loading what="what changed" />
  if (!comparison.data) return <Trouble error={comparison.error} onRetry={() => void comparison.refetch()} />
  const { from: before, to: after, files, ...difference } = comparison.data
  return (
    <>
      <Otherwise name="Title" before={before.title} after={after.title} />
      <Otherwise name="Status" before={before.more.status} after={after.more.status} />
      {files && <Files files={files} />}
      <Difference {...difference} text={text.data?.content} />
    </>
  )
}

const fileWords = { added: 'New', changed: 'Changed', removed: 'Gone' }

function Files({ files }: { files: ChangedFiles }) {
  return (Object.keys(fileWords) as (keyof ChangedFiles)[]).map(
    (kind) =>
      files[kind].length > 0 && (
        <p key={kind} className="mb-1.5">
          {fileWords[kind]}: <span className="font-mono text-[13px]">{files[kind].join(', ')}</span>
        </p>
      ),
  )
}

/** What is not in the text. */
function Otherwise({ name, before, after }: { name: string; before: unknown; after: unknown }) {
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
  if (revisions.isPending) return <Loading what="the revisions" />
  if (!revisions.data) return <Trouble error={revisions.error} onRetry={() => void revisions.refetch()} />
  return (
    <>
      <ol aria-label="Revisions" className="divide-y rounded-lg border bg-surface">
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
                  aria-label={`What changed with revision ${revision.revision}`}
                  onClick={() => onCompare(revision.revision)}
                >
                  Changes
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
          Further back
        </Button>
      )}
    </>
  )
}
