import type { CommandPermission } from '../permissions.ts'
import { argumentsFor } from './arguments.ts'
import type { ActionContext, Outcome } from './context.ts'
import { failureOf, runProgram } from './program.ts'

export async function runTests(
  suite: CommandPermission,
  input: Record<string, unknown>,
  context: ActionContext,
): Promise<Outcome> {
  const ended = await runProgram({ ...suite, arguments: argumentsFor(suite, input) }, context)
  return { result: { ...ended, passed: ended.exitCode === 0 }, failure: failureOf(ended) }
}
