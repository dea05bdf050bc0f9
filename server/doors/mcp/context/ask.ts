import type { z } from 'zod'
import { OperationError } from '../../../operations/errors.ts'
import type { App } from '../../../operations/context.ts'
import type { Operation } from '../../../operations/operation.ts'
import { perform } from '../../../operations/perform.ts'
import type { Sender } from '../sender.ts'

/**
 * Reads something in the sender's name. Resources, prompts and completions have no queries of their own: so what a token
 * may not see, it does not see here either.
 */
export type Ask = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<string, Input, Output>,
  input: z.input<Input>,
) => Promise<z.output<Output>>

export function asking(app: App, { caller, facts }: Sender): Ask {
  return async (operation, input) => {
    if (!operation.reads) throw new Error(`"${operation.id}" is no read.`)
    return (await perform(app, operation, caller, input, facts)).output
  }
}

/** What a token of this kind never sees is left out of a collection, and does not spoil the rest. */
export async function unlessForbidden<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof OperationError && error.status === 403) return undefined
    throw error
  })
}
