import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { pageInset } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SearchAnswer } from './search-answer.tsx'
import { FoundRow } from './found-row.tsx'
import { kindStyle, searchKinds } from './kinds.tsx'
import { type SearchKind, firstFoundQuery, foundQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The results of a search, with an answer to the question. */
export function SearchPage() {
  const { q = '', kind: requestedKind, project } = useSearch({ from: '/shell/search' })
  const kind = searchKinds.find((each) => each === requestedKind)
  const page = texts.searchPage
  const navigate = useNavigate()
  const go = (search: { q: string; kind?: SearchKind | undefined }) =>
    void navigate({ to: '/search', search: { project, ...search } })
  const filter = { ...(kind && { kind: [kind] }), ...(project && { project }) }
  return (
    <div className={`max-w-3xl ${pageInset}`}>
      <title>{`${q || page.title} · Baton`}</title>
      <h1 className="sr-only">{page.title}</h1>
      <QuestionForm key={q} question={q} onAsk={(next) => go({ q: next })} />
      {q ? (
        <>
          <SearchAnswer key={`${q} ${project}`} question={q} project={project} />
          <Facets q={q} project={project} chosen={kind} onChoose={(next) => go({ q, kind: next })} />
          <PagedList query={foundQuery(q, filter)} noun={page.noun} empty={<Empty {...page.noResults} />}>
            {(items) => (
              <ol aria-label={page.label} className="divide-y rounded-lg border bg-surface">
                {items.map((item) => (
                  <FoundRow key={`${item.kind} ${item.id}`} item={item} />
                ))}
              </ol>
            )}
          </PagedList>
        </>
      ) : (
        <Empty {...page.empty} />
      )}
    </div>
  )
}

function QuestionForm({ question, onAsk }: { question: string; onAsk: (question: string) => void }) {
  const [typed, setTyped] = useState(question)
  return (
    <form
      role="search"
      className="mb-5 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim()) onAsk(typed.trim())
      }}
    >
      <SearchField
        label={texts.form.label}
        placeholder={texts.form.placeholder}
        value={typed}
        maxLength={400}
        className="min-w-0"
        onChange={setTyped}
      />
      <Button type="submit" kind="primary">
        {texts.form.ask}
      </Button>
    </form>
  )
}

interface FacetsProps {
  q: string
  project: string | undefined
  chosen: SearchKind | undefined
  onChoose: (kind: SearchKind | undefined) => void
}

/** The number of results of each kind. A click filters the results by kind. */
function Facets({ q, project, chosen, onChoose }: FacetsProps) {
  const facets = useQuery(firstFoundQuery(q, project ? { project } : {})).data?.facets
  const kinds = searchKinds.filter((kind) => (facets?.[kind] ?? 0) > 0)
  if (kinds.length === 0) return null
  return (
    <ul aria-label={texts.facets.label} className="mb-3 flex flex-wrap gap-1.5">
      {[undefined, ...kinds].map((kind) => (
        <li key={kind ?? 'all'}>
          <button
            type="button"
            aria-pressed={chosen === kind}
            onClick={() => onChoose(kind)}
            className="rounded-full border px-2.5 py-0.5 text-[13px] text-muted hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {kind ? (
              <>
                {kindStyle(kind).names} <span className="tabular-nums">{facets?.[kind]}</span>
              </>
            ) : (
              texts.facets.all
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
