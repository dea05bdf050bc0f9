import { TextAreaField, TextField } from '../../../ui/form-fields.tsx'
import { OperationDialog } from '../../../ui/operation-dialog.tsx'
import { filledTextValues, textValues } from '../../../ui/submit.ts'
import { texts as shared } from '../../community/texts.ts'
import type { AdminPost } from './queries.ts'
import { texts } from './texts.ts'

export type DialogKind = 'hide' | 'edit' | 'delete'

export interface OpenDialog {
  kind: DialogKind
  post: AdminPost
}

interface DialogProps {
  post: AdminPost
  onClose: () => void
}

/** The open dialog of an action on a post. */
export function PostDialog({ kind, ...props }: OpenDialog & DialogProps) {
  const Chosen = { hide: HideDialog, edit: EditDialog, delete: DeleteDialog }[kind]
  return <Chosen {...props} />
}

const ReasonField = () => <TextField name="reason" label={texts.reason} hint={texts.reasonHint} />

function HideDialog({ post: { id, title }, onClose }: DialogProps) {
  return (
    <OperationDialog
      title={texts.hide.title(title)}
      operation="communityPosts.updateAny"
      submitLabel={texts.hide.submit}
      input={(form) => ({ post: id, hidden: true, ...filledTextValues(form, 'reason') })}
      onClose={onClose}
    >
      <p>{texts.hide.text}</p>
      <ReasonField />
    </OperationDialog>
  )
}

function DeleteDialog({ post: { id, title }, onClose }: DialogProps) {
  return (
    <OperationDialog
      title={texts.delete.title(title)}
      operation="communityPosts.deleteAny"
      kind="danger"
      submitLabel={texts.delete.submit}
      input={(form) => ({ post: id, ...filledTextValues(form, 'reason') })}
      onClose={onClose}
    >
      <p>{texts.delete.text}</p>
      <ReasonField />
    </OperationDialog>
  )
}

function EditDialog({ post: { id, title, body, version }, onClose }: DialogProps) {
  return (
    <OperationDialog
      title={texts.edit.title(title)}
      operation="communityPosts.updateAny"
      submitLabel={texts.edit.submit}
      input={(form) => ({
        post: id,
        ...textValues(form, 'title', 'body'),
        ...filledTextValues(form, 'reason'),
      })}
      // Rejects the edit if the author changed the post since it was loaded.
      options={{ ifMatch: version }}
      onClose={onClose}
    >
      <TextField name="title" label={shared.form.title} defaultValue={title} />
      <TextAreaField name="body" label={shared.form.text} rows={8} defaultValue={body} />
      <ReasonField />
    </OperationDialog>
  )
}
