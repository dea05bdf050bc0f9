import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import { Choice } from '../../ui/choice.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/section.tsx'
import { kindNames } from '../trash/names.ts'
import { ConflictCard } from './conflict-card.tsx'
import { linkToItem } from './item-link.ts'
import { type Conflict, type ConflictSearch, conflictsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { page } = texts

/** The open or resolved conflicts of the items that the user can see, newest first. */
export function ConflictsPage() {
  const search = useSearch({ from: '/shell/conflicts' })
  const show = useChangeSearch<ConflictSearch>()
  return (
    <Page title={page.title} text={page.text} width="normal">
      <FilteredList
        texts={page}
        query={conflictsQuery(search)}
        filter={search}
        filters={
          <Choice
            label={page.state.label}
            value={search.state ?? 'open'}
            names={page.state.options}
            onChange={(state) => show({ state: state === 'open' ? undefined : state })}
          />
        }
      >
        {(conflicts) => (
          <Rows label={page.title}>
            {conflicts.map((conflict) => (
              <li key={conflict.id} className="px-4 py-3">
                <ItemName conflict={conflict} />
                <ConflictCard conflict={conflict} className="mt-1" />
              </li>
            ))}
          </Rows>
        )}
      </FilteredList>
    </Page>
  )
}

/** Kinds whose key differs from their title. */
const kindsWithKey = new Set<Conflict['kind']>(['epic', 'story', 'task', 'feature', 'decision', 'spec'])

function ItemName({ conflict }: { conflict: Conflict }) {
  const { kind, item } = conflict
  const link = linkToItem(conflict)
  const title = kindsWithKey.has(kind) ? `${item.key} ${item.title}` : item.title
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-[13px] text-muted">{kindNames[kind]}</span>
      {link ? (
        <TitleLink {...link}>{title}</TitleLink>
      ) : (
        <span className="font-medium wrap-anywhere">{title}</span>
      )}
    </p>
  )
}
