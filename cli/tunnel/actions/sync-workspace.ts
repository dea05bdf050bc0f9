import type { SyncPermission } from '../permissions.ts'
import type { ActionContext, Outcome } from './context.ts'
import { failureOf, runProgram } from './program.ts'

/** Runs "baton sync" with the program that runs here. It signs in as the owner, from the stored login. */
export async function syncWorkspace({ folder }: SyncPermission, context: ActionContext): Promise<Outcome> {
  const { XDG_CONFIG_HOME } = process.env
  const result = await runProgram(
    {
      program: process.execPath,
      arguments: [...process.execArgv, process.argv[1]!, 'sync'],
      folder,
      environment: XDG_CONFIG_HOME === undefined ? {} : { XDG_CONFIG_HOME },
    },
    context,
  )
  return { result, failure: failureOf(result) }
}
