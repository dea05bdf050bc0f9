import { type FormEvent, useState } from 'react'
import { Problem } from '../client.ts'

/** Sends a form: busy while under way, and what the server refuses is said beside the field it is about. */
export function useSubmit(fields: string[], send: (form: FormData) => Promise<unknown>) {
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
      // With the button that was pressed, where a form has several.
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

  const beside = problem?.errors.filter(({ path }) => isShown(path)) ?? []
  return {
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    busy,
    errorOf: (field: string) => beside.find(({ path }) => path === field)?.message,
    /** The first thing that is wrong in a field which holds several. */
    errorWithin: (field: string) => beside.find(({ path }) => isWithin(path, field))?.message,
    code: problem?.code,
    /** What belongs to no field that is shown. */
    message: problem && beside.length === 0 ? problem.message : undefined,
  }
}

/** `gates.0.name` is part of `gates`. */
function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}

export function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
