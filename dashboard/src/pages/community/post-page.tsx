import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '../../queries.ts'
import { queryClient } from '../../query-client.ts'
import { Button } from '../../ui/button.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Page } from '../../ui/page.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { write } from '../../write.ts'
import { PostForm, textFields } from './post-form.tsx'
import { Byline, PostBadges } from './post-parts.tsx'
import { type Post, postQuery } from './queries.ts'
import { ReportPostDialog } from './report-post-dialog.tsx'
import { texts } from './texts.ts'

const labels = texts.post

/** A post, with the actions of its author or of a reader. */
export function PostPage() {
  const { post: id } = useParams({ from: '/shell/community/$post' })
  const [isEditing, setEditing] = useState(false)
  const query = useQuery(postQuery(id))
  return (
    <Loaded query={query} noun={labels.noun} errorLink={<TextLink to="/community">{labels.back}</TextLink>}>
      {(post) =>
        isEditing ? (
          <Editor post={post} onClose={() => setEditing(false)} />
        ) : (
          <Details post={post} onEdit={() => setEditing(true)} />
        )
      }
    </Loaded>
  )
}

function Details({ post, onEdit }: { post: Post; onEdit: () => void }) {
  const me = useQuery(meQuery).data
  const isOwn = me?.user.id === post.author.id
  return (
    <Page
      title={post.title}
      width="narrow"
      actions={isOwn ? <AuthorActions post={post} onEdit={onEdit} /> : <ReportButton post={post} />}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <Byline post={post} />
          <PostBadges post={post} />
        </div>
        {post.hidden && (
          <FormMessage tone="note">
            {[labels.hiddenNote, post.hiddenReason && labels.hiddenReason(post.hiddenReason)]
              .filter(Boolean)
              .join(' ')}
          </FormMessage>
        )}
        {/* Keys such as WEB-1 mean other items in the organization of each reader, so they don't become links. */}
        <Markdown text={post.body} isPublic />
        <Link to="/community" className="text-[13px] text-muted hover:text-ink hover:underline">
          {labels.back}
        </Link>
      </div>
    </Page>
  )
}

function AuthorActions({ post, onEdit }: { post: Post; onEdit: () => void }) {
  const navigate = useNavigate()
  const remove = async () => {
    await write('communityPosts.delete', { post: post.id })
    showToast({ text: labels.deleted })
    await navigate({ to: '/community' })
    queryClient.removeQueries({ queryKey: postQuery(post.id).queryKey })
  }
  const [askDelete, dialog] = useConfirm<Post>(
    ({ title }) => ({ ...labels.confirmDelete, title: labels.confirmDelete.title(title) }),
    () => void remove().catch(showProblem),
  )
  return (
    <>
      <Button onClick={onEdit}>{labels.edit}</Button>
      <Button kind="danger" onClick={() => askDelete(post)}>
        {labels.delete}
      </Button>
      {dialog}
    </>
  )
}

function ReportButton({ post }: { post: Post }) {
  const [isOpen, setOpen] = useState(false)
  if (post.reported) return <span className="text-[13px] text-muted">{labels.reported}</span>
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {labels.report}
      </Button>
      {isOpen && <ReportPostDialog post={post} onClose={() => setOpen(false)} />}
    </>
  )
}

function Editor({ post, onClose }: { post: Post; onClose: () => void }) {
  const edits = useEdits(post, {
    fields: textFields,
    save: async (set) => {
      await write('communityPosts.update', { post: post.id, ...set }, { ifMatch: post.version })
      showToast({ text: texts.form.saved })
      onClose()
    },
    refresh: () => queryClient.refetchQueries(postQuery(post.id)),
  })
  return (
    <PostForm
      heading={texts.form.editTitle(post.title)}
      action={texts.form.save}
      operation="communityPosts.update"
      edits={edits}
      closeButton={<Button onClick={onClose}>{edits.changed ? texts.form.discard : texts.form.close}</Button>}
    />
  )
}
