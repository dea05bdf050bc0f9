import { useParams, useSearch } from '@tanstack/react-router'
import { useChange } from '../../../change.ts'
import { useChangeSearch } from '../../../change-search.ts'
import { useAction } from '../../../ui/action.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { FilteredList } from '../../../ui/filtered-list.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { NameLink } from '../../../ui/links.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Day, Time } from '../../../ui/time.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { FindField } from '../../knowledge/find-field.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import {
  type ArticleState,
  type ContentKind,
  type ListedArticle,
  contentKinds,
  isContentKind,
} from './content-kinds.ts'
import type { ArticleSearch } from './article-search.ts'
import { ContentTabs } from './content-tabs.tsx'
import { texts } from './texts.ts'

/** The pages or the posts of the public site, in every state. */
export function ArticlesPage() {
  const { kind } = useParams({ from: '/shell/admin/content/$kind' })
  const search = useSearch({ from: '/shell/admin/content/$kind' })
  if (!isContentKind(kind)) return <NotFound />
  return (
    <>
      <PageTitle title={texts[kind].title} text={texts[kind].intro} />
      <ContentTabs />
      <SiteButtons />
      <ArticleList key={kind} kind={kind} search={search} />
    </>
  )
}

/** Opens the blog, and regenerates the sitemap. */
function SiteButtons() {
  const regenerate = useAction(async () => {
    const { urls } = await write('sitemap.generate', {})
    showToast({ text: texts.sitemap.done(urls) })
  })
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <a
        href="/blog"
        target="_blank"
        rel="noreferrer"
        className="font-medium text-accent underline underline-offset-2"
      >
        {texts.blog}
      </a>
      <Button kind="quiet" busy={regenerate.busy} onClick={regenerate.run}>
        {texts.sitemap.action}
      </Button>
      <FormMessage>{regenerate.message}</FormMessage>
    </div>
  )
}

function ArticleList({ kind, search }: { kind: ContentKind; search: ArticleSearch }) {
  const show = useChangeSearch<ArticleSearch>()
  const { restore } = contentKinds[kind]
  const restoring = useChange({
    kinds: [contentKinds[kind].kind],
    send: (article: ListedArticle) => restore(article.id),
    done: ({ title }) => showToast({ text: texts.article.restored(title) }),
  })
  const isDeleted = search.state === 'deleted'
  return (
    <FilteredList
      texts={texts[kind]}
      query={contentKinds[kind].list(search)}
      filter={search}
      filters={
        <>
          <FindField label={texts[kind].search} value={search.find} onChange={(find) => show({ find })} />
          <FilterSelect
            label={texts.filters.state}
            all={texts.filters.all}
            options={{ ...texts.states, deleted: texts.filters.deleted }}
            value={search.state}
            onChange={(state) => show({ state })}
          />
        </>
      }
      actions={
        <LinkButton to="/admin/content/$kind/new" params={{ kind }} kind="primary">
          {texts[kind].create}
        </LinkButton>
      }
    >
      {(articles) => (
        <Table
          label={texts[kind].title}
          columns={isDeleted ? deletedColumns(restoring.mutate) : columnsOf(kind)}
          items={articles}
          keyOf={({ id }) => id}
        />
      )}
    </FilteredList>
  )
}

function columnsOf(kind: ContentKind): Column<ListedArticle>[] {
  const { columns } = texts
  return [
    {
      head: columns.title,
      cell: ({ id, title }) => (
        <NameLink to="/admin/content/$kind/$article" params={{ kind, article: id }}>
          {title}
        </NameLink>
      ),
    },
    { head: columns.state, cell: ({ state }) => <State state={state} /> },
    { head: columns.author, cell: ({ author }) => author?.name },
    { head: columns.published, cell: ({ publishAt }) => publishAt && <Day at={publishAt} /> },
    { head: columns.updated, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ]
}

function deletedColumns(onRestore: (article: ListedArticle) => void): Column<ListedArticle>[] {
  const { columns } = texts
  return [
    { head: columns.title, cell: ({ title }) => title },
    { head: columns.updated, cell: ({ deletedAt }) => deletedAt && <Time at={deletedAt} /> },
    {
      head: texts.actions,
      quiet: true,
      atEnd: true,
      cell: (article) => <Button onClick={() => onRestore(article)}>{texts.article.restore}</Button>,
    },
  ]
}

const tones = { draft: 'plain', scheduled: 'attention', published: 'accent', archived: 'plain' } as const

function State({ state }: { state: ArticleState }) {
  return <Badge tone={tones[state]}>{texts.states[state]}</Badge>
}
