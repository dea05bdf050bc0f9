import { Link } from '@tanstack/react-router'
import { UsersIcon } from 'lucide-react'
import { Choice } from '../../ui/choice.tsx'
import { EmptyList } from '../../ui/empty.tsx'
import { hasFilters } from '../../ui/filtered-list.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Time } from '../../ui/time.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type AiSession, type AskSearch, aiSessionsQuery } from './queries.ts'
import { texts } from './texts.ts'

interface SessionListProps {
  search: AskSearch
  onSearch: (change: AskSearch) => void
}

const { list } = texts

/** The user's conversations and those shared with them, with a search over titles and messages. */
export function SessionList({ search, onSearch }: SessionListProps) {
  const q = useDebounced(search.q, 250)
  const filter = { ...search, q }
  return (
    <section aria-label={list.label} className="flex flex-col gap-2">
      <SearchField
        label={list.search}
        value={search.q ?? ''}
        maxLength={200}
        onChange={(text) => onSearch({ q: text || undefined })}
      />
      <div>
        <Choice
          label={list.filter}
          names={list.filters}
          value={search.show ?? 'all'}
          onChange={(show) => onSearch({ show: show === 'all' ? undefined : show })}
        />
      </div>
      <PagedList
        query={aiSessionsQuery(filter)}
        noun={list.noun}
        moreLabel={list.more}
        empty={<EmptyList texts={list} isFiltered={hasFilters(filter)} />}
      >
        {(sessions) => (
          <ul className="-mx-2 flex flex-col gap-px">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} search={search} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function SessionRow({ session, search }: { session: AiSession; search: AskSearch }) {
  const { id, title, project, repo, owner, isOwner, shared, answering, updatedAt } = session
  const about = repo?.name ?? project?.name
  return (
    <li>
      <Link
        to="/ask/$aiSession"
        params={{ aiSession: id }}
        search={search}
        activeProps={{ className: 'bg-hover' }}
        className="block rounded-md px-2 py-1.5 hover:bg-hover"
      >
        <span className="line-clamp-2 font-medium wrap-anywhere">{title}</span>
        <span className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
          {answering && <span className="text-progress">{list.answering}</span>}
          {about && <span className="wrap-anywhere">{about}</span>}
          <Time at={updatedAt} />
          {shared && (
            <span className="inline-flex items-center gap-1">
              <UsersIcon /> {isOwner ? list.shared : list.sharedBy(owner.name)}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
