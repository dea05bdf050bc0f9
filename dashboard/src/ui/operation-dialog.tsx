import type { OperationId } from '../../../server/assembly/client.ts'
import type { CallOptions, InputOf, OutputOf } from '../client.ts'
import { write } from '../write.ts'
import { type DialogFormProps, FormDialog } from './form-dialog.tsx'

interface OperationDialogProps<Id extends OperationId> extends Omit<DialogFormProps, 'send'> {
  title: string
  operation: Id
  input: (form: FormData) => InputOf<Id>
  options?: CallOptions
  onDone?: (output: OutputOf<Id>, input: InputOf<Id>) => unknown
}

/** A dialog whose form is the input of one operation. Closes when the operation has succeeded. */
export function OperationDialog<Id extends OperationId>(props: OperationDialogProps<Id>) {
  const { input, options, onDone, ...dialog } = props
  return (
    <FormDialog
      {...dialog}
      send={async (form) => {
        const given = input(form)
        // Not an argument of `onDone?.()`, which would not be evaluated without `onDone`.
        const output = await write(dialog.operation, given, options)
        await onDone?.(output, given)
      }}
    />
  )
}
