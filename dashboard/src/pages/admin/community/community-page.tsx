import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChangeSearch } from '../../../change-search.ts'
import { signInOptionsQuery } from '../../../queries.ts'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { FilteredList } from '../../../ui/filtered-list.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { PageTitle, card } from '../../../ui/section.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { type OpenDialog, PostDialog } from './post-dialogs.tsx'
import { PostRow } from './post-row.tsx'
import { type AdminPostSearch, adminPostsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { page } = texts

/** All community posts of the instance. */
export function AdminCommunityPage() {
  const isOff = useQuery(signInOptionsQuery).data?.community === false
  const search = useSearch({ from: '/shell/admin/community' })
  const [q, author] = [useDebounced(search.q, 250), useDebounced(search.author, 250)]
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  return (
    <>
      <PageTitle title={page.title} text={page.text} />
      {isOff && (
        <div className="mb-4">
          <FormMessage tone="note">{page.off}</FormMessage>
        </div>
      )}
      <FilteredList
        query={adminPostsQuery({ show: search.show, q, author })}
        texts={page}
        filter={search}
        filters={<Filters search={search} />}
      >
        {(posts) => (
          <ul aria-label={page.label} className={`divide-y ${card}`}>
            {posts.map((post) => (
              <PostRow key={post.id} post={post} onOpen={(kind) => setDialog({ kind, post })} />
            ))}
          </ul>
        )}
      </FilteredList>
      {dialog && <PostDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

function Filters({ search }: { search: AdminPostSearch }) {
  const change = useChangeSearch<AdminPostSearch>()
  return (
    <>
      <SearchField
        label={page.search}
        value={search.q ?? ''}
        maxLength={200}
        onChange={(q) => change({ q: q || undefined })}
      />
      <SearchField
        label={page.author}
        value={search.author ?? ''}
        maxLength={100}
        onChange={(author) => change({ author: author || undefined })}
      />
      <FilterSelect
        label={page.filter}
        all={page.all}
        options={page.filters}
        value={search.show}
        onChange={(show) => change({ show })}
      />
    </>
  )
}
