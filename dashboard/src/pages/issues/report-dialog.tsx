import { useNavigate } from '@tanstack/react-router'
import { version } from '../../../../package.json'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { filledTextValues, text } from '../../ui/submit.ts'
import { showError, showToast } from '../../ui/toasts.ts'
import { refreshKinds, write } from '../../write.ts'
import { texts } from './texts.ts'
import { upload } from '../../upload.ts'

const { report } = texts

/** Reports a problem on the current page. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  async function send(form: FormData): Promise<void> {
    const { id, number } = await write('issues.create', {
      title: text(form, 'title'),
      ...filledTextValues(form, 'description', 'pageUrl'),
      browser: navigator.userAgent.slice(0, 500),
      appVersion: version,
    })
    const open = () => void navigate({ to: '/issues/$issue', params: { issue: String(number) } })
    const action = { name: report.open, run: open }
    const image = form.get('image')
    // The issue exists by now, so a rejected screenshot must not keep the dialog open.
    const failure = image instanceof File && image.size > 0 && (await addScreenshot(id, image))
    if (failure) showError(failure, report.screenshotFailed(number))
    else showToast({ text: report.reported(number), action })
  }
  return (
    <FormDialog
      title={report.title}
      operation="issues.create"
      submitLabel={report.submit}
      send={send}
      onClose={onClose}
    >
      <TextField name="title" label={report.problem} hint={report.problemHint} />
      <TextAreaField name="description" label={report.description} hint={report.descriptionHint} rows={4} />
      <TextField
        name="pageUrl"
        label={report.page}
        isIdentifier
        defaultValue={window.location.origin + window.location.pathname}
      />
      <TextField
        name="image"
        label={report.screenshot}
        hint={report.screenshotHint}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
      />
      <p className="text-[13px] text-muted">{report.details}</p>
    </FormDialog>
  )
}

/** Returns the error, if the screenshot was rejected. */
async function addScreenshot(issue: string, image: File): Promise<Error | undefined> {
  try {
    await upload('issues.setScreenshot', { issue, image }, () => {})
    await refreshKinds('issue')
    return undefined
  } catch (error) {
    return error as Error
  }
}
