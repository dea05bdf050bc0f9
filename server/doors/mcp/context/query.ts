import type { z } from 'zod'
import { OperationError } from '../../../operations/errors.ts'
import type { App } from '../../../operations/context.ts'
import type { Operation } from '../../../operations/operation.ts'
import { perform } from '../../../operations/perform.ts'
import type { Sender } from '../sender.ts'

/**
 * Performs a read operation with the sender's rights. Resources, prompts and completions use only this, so a token
 * never sees more here than through its tools.
 */
export type Query = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<string, Input, Output>,
  input: z.input<Input>,
) => Promise<z.output<Output>>

export function queryAs(app: App, { caller, facts }: Sender): Query {
  return async (operation, input) => {
    if (!operation.reads) throw new Error(`"${operation.id}" is not a read operation.`)
    return (await perform(app, operation, caller, input, facts)).output
  }
}

/** Returns undefined if the caller is not allowed to read, so that a collection can leave out that part. */
export async function undefinedIfForbidden<Value>(result: Promise<Value>): Promise<Value | undefined> {
  return result.catch((error: unknown) => {
    if (error instanceof OperationError && error.status === 403) return undefined
    throw error
  })
}
