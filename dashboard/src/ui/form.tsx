import { type ComponentProps, use } from 'react'
import type { OperationId } from '../../../server/assembly/client.ts'
import { texts as shared } from '../texts.ts'
import { Button } from './button.tsx'
import { FormContext } from './form-context.ts'
import { FormMessage } from './form-message.tsx'
import type { Submission } from './submit.ts'

interface FormProps extends ComponentProps<'form'> {
  form: Submission
  /** The operation that receives the fields. It limits their length. */
  operation?: OperationId | undefined
}

/** A form whose fields show their own errors. Shows any other error above them. */
export function Form({ form, operation, className = 'flex flex-col gap-4', children, ...rest }: FormProps) {
  return (
    <form {...rest} onSubmit={form.submit} noValidate className={className}>
      <FormContext value={{ ...form, operation }}>
        <FormMessage>{form.message}</FormMessage>
        {children}
      </FormContext>
    </form>
  )
}

/** The button that submits the surrounding form. Busy while the form is. */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button type="submit" kind="primary" busy={use(FormContext)?.busy ?? false} {...props} />
}

interface FormButtonsProps {
  submitLabel: string
  onCancel: () => void
}

/** The buttons of a form that opens in a page. */
export function FormButtons({ submitLabel, onCancel }: FormButtonsProps) {
  return (
    <div className="flex gap-2">
      <SubmitButton>{submitLabel}</SubmitButton>
      <Button onClick={onCancel}>{shared.cancel}</Button>
    </div>
  )
}
