import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useEdits } from '../../ui/edits.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { PostForm, textFields } from './post-form.tsx'
import { texts } from './texts.ts'

/** The form of a new post. */
export function NewPostPage() {
  const navigate = useNavigate()
  const [empty] = useState({ title: '', body: '' })
  const edits = useEdits(empty, {
    fields: textFields,
    save: async (set) => {
      const { id } = await write('communityPosts.create', { ...empty, ...set })
      showToast({ text: texts.form.published })
      await navigate({ to: '/community/$post', params: { post: id }, replace: true })
    },
    // No one else can change it.
    refresh: () => Promise.resolve(),
  })
  return (
    <PostForm
      heading={texts.form.newTitle}
      action={texts.form.publish}
      operation="communityPosts.create"
      edits={edits}
      closeButton={<LinkButton to="/community">{texts.form.close}</LinkButton>}
    />
  )
}
