import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { useEdits } from '../../../ui/edits.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PublicUrl } from '../../../ui/public-url.tsx'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { refreshKinds } from '../../../write.ts'
import { EditorFrame } from '../../knowledge/editor-frame.tsx'
import { texts as knowledgeTexts } from '../../knowledge/texts.ts'
import { ArticleCover } from './article-cover.tsx'
import {
  type ArticleFields,
  changeOf,
  emptyFields,
  fieldNames,
  fieldsOf,
  newArticle,
} from './article-fields.ts'
import { ArticleForm } from './article-form.tsx'
import { type Article, type ContentKind, contentKinds, isContentKind } from './content-kinds.ts'
import { texts } from './texts.ts'

/** The form of a new page or post. */
export function NewArticlePage() {
  const { kind } = useParams({ from: '/shell/admin/content/$kind/new' })
  const me = useQuery(meQuery).data
  if (!isContentKind(kind)) return <NotFound />
  if (!me) return null
  return <NewArticle kind={kind} author={me.user.username} />
}

function NewArticle({ kind, author }: { kind: ContentKind; author: string }) {
  const navigate = useNavigate()
  const [empty] = useState<ArticleFields>(() => emptyFields(author))
  const edits = useEdits(empty, {
    fields: fieldNames,
    save: async (set) => {
      const { id, title } = await contentKinds[kind].create(newArticle({ ...empty, ...set }))
      showToast({ text: texts.form.created(title) })
      await navigate({ to: '/admin/content/$kind/$article', params: { kind, article: id }, replace: true })
    },
    // No one else can change it.
    refresh: () => Promise.resolve(),
  })
  return (
    <EditorFrame
      kind={contentKinds[kind].kind}
      title={texts[kind].create}
      action={texts[kind].createAction}
      edits={edits}
      onClose={() => void navigate({ to: '/admin/content/$kind', params: { kind } })}
    >
      <ArticleForm kind={kind} edits={edits} isNew />
    </EditorFrame>
  )
}

/** The editor of a page or post, with its cover, its URL and its revisions. */
export function ArticlePage() {
  const { kind, article: ref } = useParams({ from: '/shell/admin/content/$kind/$article' })
  if (!isContentKind(kind)) return <NotFound />
  return <LoadedArticle kind={kind} at={ref} />
}

function LoadedArticle({ kind, at }: { kind: ContentKind; at: string }) {
  const query = useQuery(contentKinds[kind].get(at))
  const back = (
    <TextLink to="/admin/content/$kind" params={{ kind }}>
      {texts.article.back[kind]}
    </TextLink>
  )
  return (
    <Loaded query={query} noun={texts[kind].one} errorLink={back}>
      {(article) => (
        <>
          <Editor key={article.id} kind={kind} article={article} />
          <ArticleCover kind={kind} article={article} />
        </>
      )}
    </Loaded>
  )
}

function ArticleHeader({ kind, article }: { kind: ContentKind; article: Article }) {
  const { id, state, url, revision } = article
  const remove = useDelete(kind, article)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link
        to="/admin/content/$kind"
        params={{ kind }}
        className="mr-auto text-[13px] text-muted hover:text-ink hover:underline"
      >
        {texts.article.back[kind]}
      </Link>
      <LinkButton to="/admin/content/$kind/$article/revisions" params={{ kind, article: id }}>
        {texts.article.revisions(revision)}
      </LinkButton>
      <Button kind="danger" onClick={remove}>
        {texts.article.delete}
      </Button>
      {state === 'published' && (
        <section aria-label={texts.article.publicUrl} className="basis-full">
          <PublicUrl path={url} />
        </section>
      )}
    </div>
  )
}

/** Deletes the article, leaves its page, and offers to restore it. */
function useDelete(kind: ContentKind, { id, title }: Article) {
  const navigate = useNavigate()
  const operations = contentKinds[kind]
  const restore = () =>
    operations.restore(id).then(() => showToast({ text: texts.article.restored(title) }), showProblem)
  const remove = async () => {
    await operations.delete(id)
    showToast({ text: texts.article.deleted(title), undo: () => void restore() })
    await navigate({ to: '/admin/content/$kind', params: { kind } })
    await refreshKinds(operations.kind, 'category')
  }
  return () => void remove().catch(showProblem)
}

function Editor({ kind, article }: { kind: ContentKind; article: Article }) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { update, get, kind: documentKind } = contentKinds[kind]
  const saved = fieldsOf(article)
  const edits = useEdits<ArticleFields, (typeof fieldNames)[number]>(saved, {
    fields: fieldNames,
    save: async (set) => {
      const { title } = await update(article.id, changeOf(set, { ...saved, ...set }), article.version)
      showToast({ text: texts.form.saved(title) })
    },
    refresh: () => cache.refetchQueries(get(article.id)),
  })
  const { title, text } = knowledgeTexts.fields
  return (
    <EditorFrame
      kind={documentKind}
      title={knowledgeTexts.editorFrame.title(article.title)}
      action={texts.form.save}
      edits={edits}
      header={<ArticleHeader kind={kind} article={article} />}
      saved={{ item: saved, fields: { title, content: text, summary: texts.form.summary } }}
      onClose={() => void navigate({ to: '/admin/content/$kind', params: { kind } })}
    >
      <ArticleForm kind={kind} edits={edits} isNew={false} />
    </EditorFrame>
  )
}
