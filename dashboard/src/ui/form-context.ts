import { createContext, use, useEffect } from 'react'
import type { OperationId } from '../../../server/assembly/client.ts'
import type { Submission } from './submit.ts'

/** The submission of the surrounding form, and the operation that receives its fields. */
export const FormContext = createContext<(Submission & { operation?: OperationId | undefined }) | null>(null)

/**
 * Returns the error of a field in the surrounding form. Also registers the field, so that the form doesn't show the
 * same error above.
 */
export function useFieldError(name: string | undefined, isIdentifier = false): string | undefined {
  const form = use(FormContext)
  const fields = form?.fields
  useEffect(() => {
    if (name === undefined) return undefined
    const field = { name, isIdentifier }
    fields?.add(field)
    return () => void fields?.delete(field)
  }, [fields, name, isIdentifier])
  return name === undefined ? undefined : form?.errorWithin(name)
}
