import { useState } from 'react'
import { type OutputOf, call } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Time } from '../../../ui/time.tsx'
import type { PersonDialogProps } from './person-dialogs.tsx'
import { texts } from './texts.ts'

const labels = texts.codeDialog

/** Asks first, because the person is notified, then shows their valid sign-in code. */
export function CodeDialog({ person: { id, name }, onClose }: PersonDialogProps) {
  const [result, setResult] = useState<OutputOf<'admin.getUserCode'> | null>(null)
  if (!result)
    return (
      <FormDialog
        title={labels.title(name)}
        submitLabel={labels.action}
        send={async () => setResult(await call('admin.getUserCode', { user: id }))}
        staysOpen
        onClose={onClose}
      >
        <p>{labels.text}</p>
      </FormDialog>
    )
  return (
    <Dialog title={labels.resultTitle(name)} onClose={onClose}>
      {result.code ? (
        <>
          <p className="font-mono text-2xl tracking-widest">{result.code}</p>
          <p className="mt-1 text-muted">
            {labels.expires} <Time at={result.expiresAt!} />
          </p>
        </>
      ) : (
        <p>{labels.none}</p>
      )}
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{labels.close}</Button>
      </div>
    </Dialog>
  )
}
