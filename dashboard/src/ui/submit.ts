import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Problem } from '../client.ts'

/** A field that shows its own errors. */
interface ShownField {
  name: string
  /** Whether it shows that its value is already taken. */
  isIdentifier: boolean
}

export type Submission = ReturnType<typeof useSubmit>

/**
 * Submits a form. Returns whether it is running, and the server's errors by field. Fields in a `Form` register
 * themselves; `unregistered` names the others that show their errors.
 */
export function useSubmit(send: (form: FormData) => Promise<unknown>, unregistered: readonly string[] = []) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [fieldErrors, setFieldErrors] = useState<Problem['errors']>([])
  const [fields] = useState(() => new Set<ShownField>())

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    setProblem(null)
    setFieldErrors([])
    try {
      // Includes the pressed button, for forms with several.
      await send(new FormData(form, (event.nativeEvent as SubmitEvent).submitter))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const names = [...unregistered, ...[...fields].map(({ name }) => name)]
      flushSync(() => {
        setProblem(error)
        setFieldErrors(
          errorsOf(error, fields).filter(({ path }) => names.some((name) => isWithin(path, name))),
        )
      })
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    } finally {
      setBusy(false)
    }
  }

  return {
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    busy,
    fields,
    errorOf: (field: string) => fieldErrors.find(({ path }) => path === field)?.message,
    /** The first error in a field with nested values. */
    errorWithin: (field: string) => fieldErrors.find(({ path }) => isWithin(path, field))?.message,
    /** The error that belongs to no visible field. */
    message: fieldErrors.length === 0 ? problem?.message : undefined,
  }
}

/** Returns the errors by field. The server doesn't name the field of an identifier that is already taken. */
function errorsOf({ code, errors, message }: Problem, fields: Set<ShownField>): Problem['errors'] {
  const identifier = [...fields].find(({ isIdentifier }) => isIdentifier)
  return code === 'already_taken' && identifier ? [{ path: identifier.name, message }] : errors
}

/** Returns whether a path is in a field, as `gates.0.name` is in `gates`. */
function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}

export function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns the values of these text fields. */
export function textValues<Name extends string>(form: FormData, ...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, text(form, name)])) as Record<Name, string>
}

/** Returns the trimmed values of these text fields, without the empty ones. */
export function filledTextValues<Name extends string>(
  form: FormData,
  ...names: Name[]
): Partial<Record<Name, string>> {
  const entries = names.map((name) => [name, text(form, name).trim()] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Partial<Record<Name, string>>
}

/** Returns an error that the form shows at this field, as if the server had returned it. */
export function fieldProblem(path: string, message: string): Problem {
  return new Problem(422, 'invalid_input', message, [{ path, message }])
}
