import type { ComponentProps, ReactNode } from 'react'
import textLimits from '../../../../contract/text-limits.json'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import { Page } from '../../ui/page.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { texts } from './texts.ts'

const labels = texts.form

export const textFields = ['title', 'body'] as const

interface PostText {
  title: string
  body: string
}

/** The result of `useEdits` for the text of a post. */
type PostEdits = ComponentProps<typeof EditForm>['edits'] & {
  shown: PostText
  edit(set: Partial<PostText>): void
}

interface PostFormProps {
  heading: string
  action: string
  operation: 'communityPosts.create' | 'communityPosts.update'
  edits: PostEdits
  /** The button that leaves the form. */
  closeButton: ReactNode
}

/** A page with the form of a post. Warns before unsaved changes are lost. */
export function PostForm({ heading, action, operation, edits, closeButton }: PostFormProps) {
  return (
    <Page title={heading} width="wide" actions={closeButton}>
      <UnsavedGuard changed={edits.changed && !edits.form.busy} />
      <EditForm edits={edits} operation={operation} label={heading} subject={labels.subject} action={action}>
        <EditText edits={edits} name="title" label={labels.title} />
        <MarkdownEditor
          label={labels.text}
          isPublic
          value={edits.shown.body}
          maxLength={textLimits[operation].body}
          error={edits.form.errorOf('body')}
          onChange={(body) => edits.edit({ body })}
        />
      </EditForm>
    </Page>
  )
}
