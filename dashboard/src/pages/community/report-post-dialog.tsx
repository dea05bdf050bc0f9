import { TextAreaField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Post } from './queries.ts'
import { texts } from './texts.ts'

const { report } = texts

/** Reports a post to the administrators. */
export function ReportPostDialog({ post: { id, title }, onClose }: { post: Post; onClose: () => void }) {
  return (
    <OperationDialog
      title={report.title(title)}
      operation="communityPosts.report"
      submitLabel={report.submit}
      input={(form) => ({ post: id, reason: text(form, 'reason') })}
      onDone={() => showToast({ text: report.done })}
      onClose={onClose}
    >
      <TextAreaField name="reason" label={report.reason} hint={report.reasonHint} rows={3} autoFocus />
    </OperationDialog>
  )
}
