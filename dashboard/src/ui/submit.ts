import { type FormEvent, useState } from 'react'
import { Problem } from '../client.ts'

/** Submits a form. Returns whether it is running, and the server's errors by field. */
export function useSubmit(fields: readonly string[], send: (form: FormData) => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const isShown = (path: string) => fields.some((field) => isWithin(path, field))

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    setProblem(null)
    try {
      // Includes the pressed button, for forms with several.
      await send(new FormData(form, (event.nativeEvent as SubmitEvent).submitter))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setProblem(error)
      const first = error.errors.find(({ path }) => isShown(path) && form.elements.namedItem(path))
      if (first) (form.elements.namedItem(first.path) as HTMLElement).focus()
    } finally {
      setBusy(false)
    }
  }

  const fieldErrors = problem?.errors.filter(({ path }) => isShown(path)) ?? []
  return {
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    busy,
    errorOf: (field: string) => fieldErrors.find(({ path }) => path === field)?.message,
    /** The first error in a field with nested values. */
    errorWithin: (field: string) => fieldErrors.find(({ path }) => isWithin(path, field))?.message,
    code: problem?.code,
    /** The error that belongs to no visible field. */
    message: problem && fieldErrors.length === 0 ? problem.message : undefined,
  }
}

/** Returns whether a path is in a field, as `gates.0.name` is in `gates`. */
function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}

export function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
