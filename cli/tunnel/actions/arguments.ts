import { ActionError } from '../action-error.ts'
import type { CommandPermission } from '../permissions.ts'

/**
 * Fills in the arguments of a command. A value that looks like an option is rejected, because it could make the program
 * do something else, unless it follows "--" or the owner allows options.
 */
export function argumentsFor(command: CommandPermission, input: Record<string, unknown>): string[] {
  const words: string[] = []
  let isAfterSeparator = false
  for (const argument of command.arguments) {
    if (typeof argument === 'string') {
      words.push(argument)
      isAfterSeparator ||= argument === '--'
      continue
    }
    const { schema, allowOptions } = command.parameters.get(argument.parameter)!
    const value = Object.hasOwn(input, argument.parameter) ? input[argument.parameter] : schema.default
    if (value === undefined) continue
    const text = String(value)
    if (looksLikeOption(text) && !isAfterSeparator && !allowOptions)
      throw new ActionError(`"${argument.parameter}" must not begin with "${text[0]}".`)
    words.push(text)
  }
  return words
}

function looksLikeOption(text: string): boolean {
  return text.startsWith('-') || (process.platform === 'win32' && text.startsWith('/'))
}
