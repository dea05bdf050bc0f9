import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import { meQuery, signInOptionsQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { card } from '../../ui/section.tsx'
import { Byline, PostBadges } from './post-parts.tsx'
import { type CommunitySearch, type ListedPost, postsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { list } = texts

/** The posts that everyone on the instance reads. */
export function CommunityPage() {
  const options = useQuery(signInOptionsQuery).data
  const me = useQuery(meQuery).data
  const search = useSearch({ from: '/shell/community' })
  if (options?.community === false) return <Empty {...list.off} />
  if (!me) return null
  return (
    <Page title={list.title} text={list.text}>
      <Posts search={search} userId={me.user.id} />
    </Page>
  )
}

function Posts({ search, userId }: { search: CommunitySearch; userId: string }) {
  const change = useChangeSearch<CommunitySearch>()
  return (
    <FilteredList
      query={postsQuery(search.mine ? userId : undefined)}
      texts={list}
      filter={search}
      filters={
        <FilterSelect
          label={list.filter}
          all={list.everyone}
          options={{ mine: list.mine }}
          value={search.mine && 'mine'}
          onChange={(value) => change({ mine: value ? true : undefined })}
        />
      }
      actions={
        <LinkButton kind="primary" to="/community/new">
          {list.create}
        </LinkButton>
      }
    >
      {(posts) => (
        <ul aria-label={list.label} className={`divide-y ${card}`}>
          {posts.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
        </ul>
      )}
    </FilteredList>
  )
}

function PostRow({ post }: { post: ListedPost }) {
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TitleLink to="/community/$post" params={{ post: post.id }}>
          {post.title}
        </TitleLink>
        <PostBadges post={post} />
      </p>
      <p className="line-clamp-2 text-muted wrap-anywhere">{post.excerpt}</p>
      <Byline post={post} />
    </li>
  )
}
