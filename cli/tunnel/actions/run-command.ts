import type { CommandPermission } from '../permissions.ts'
import { argumentsFor } from './arguments.ts'
import type { ActionContext, Outcome } from './context.ts'
import { failureOf, runProgram } from './program.ts'

export async function runCommand(
  command: CommandPermission,
  input: Record<string, unknown>,
  context: ActionContext,
): Promise<Outcome> {
  const result = await runProgram({ ...command, arguments: argumentsFor(command, input) }, context)
  return { result, failure: failureOf(result) }
}
