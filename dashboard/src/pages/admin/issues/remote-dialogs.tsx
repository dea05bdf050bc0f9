import { useRead } from '../../../read.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/form-dialog.tsx'
import { TextAreaField, TextField } from '../../../ui/form-fields.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { OperationDialog } from '../../../ui/operation-dialog.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { filledTextValues, text } from '../../../ui/submit.ts'
import { write } from '../../../write.ts'
import type { AdminIssueDetails } from './queries.ts'
import { texts } from './texts.ts'

const { createDialog, linkDialog } = texts

interface CreateRemoteDialogProps {
  issue: AdminIssueDetails
  onClose: () => void
}

/** Creates an issue at the code host, after a review of its text. */
export function CreateRemoteDialog({ issue, onClose }: CreateRemoteDialogProps) {
  return (
    <OperationDialog
      title={createDialog.title}
      operation="issues.sync"
      submitLabel={createDialog.submit}
      input={(form) => ({
        action: 'create' as const,
        issue: issue.id,
        ...filledTextValues(form, 'title'),
        body: text(form, 'body'),
      })}
      onClose={onClose}
    >
      <p className="rounded-md bg-progress-soft px-3 py-2">{createDialog.warning}</p>
      <TextField name="title" label={createDialog.issueTitle} defaultValue={issue.title} />
      <TextAreaField name="body" label={createDialog.body} rows={6} defaultValue={issue.description} />
    </OperationDialog>
  )
}

interface LinkRemoteDialogProps {
  issue: string
  onClose: () => void
}

/** Links one of the open issues at the code host. */
export function LinkRemoteDialog({ issue, onClose }: LinkRemoteDialogProps) {
  const query = useRead('issues.listRemote', { limit: 100 })
  return (
    <Dialog title={linkDialog.title} onClose={onClose}>
      <Loaded query={query} noun={linkDialog.noun}>
        {({ items }) => {
          const free = items.filter(({ linkedTo }) => linkedTo === null)
          if (free.length === 0) return <p className="text-muted">{linkDialog.none}</p>
          return (
            <DialogForm
              operation="issues.sync"
              submitLabel={linkDialog.submit}
              send={(form) =>
                write('issues.sync', {
                  action: 'link',
                  issue,
                  remoteNumber: Number(text(form, 'remoteNumber')),
                })
              }
              onClose={onClose}
            >
              <SelectField
                name="remoteNumber"
                label={linkDialog.issue}
                options={free.map(({ number, title }) => ({
                  value: String(number),
                  name: `#${number} ${title}`,
                }))}
                defaultValue={String(free[0]!.number)}
              />
            </DialogForm>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
