import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { promptKinds } from '../../../assembly/prompts.ts'
import type { App } from '../../../operations/context.ts'
import type { PromptArgument } from '../../../operations/prompt.ts'
import { queryAs } from './query.ts'
import { contentOf, orProtocolError, showResource } from './resources.ts'
import type { Sender } from '../sender.ts'

const maxArgumentLength = 4000

/** The list of prompts, which is the same for every client. */
export const promptList: ListPromptsResult = {
  prompts: Object.entries(promptKinds).map(([name, { title, description, arguments: accepted }]) => ({
    name,
    title,
    description,
    arguments: accepted.map(({ name, description, required }) => ({ name, description, required })),
  })),
}

/**
 * Returns a prompt. The first message contains only our instructions. Stored texts follow as resources, so that the
 * model can tell them apart.
 */
export async function getPrompt(
  app: App,
  sender: Sender,
  name: string,
  given: Record<string, string>,
): Promise<GetPromptResult> {
  const kind = promptKinds[name]
  if (!kind || !Object.hasOwn(promptKinds, name))
    rejectArguments(`There is no prompt "${name}". Available: ${Object.keys(promptKinds).join(', ')}.`)
  const filled = checked(name, kind.arguments, given)
  const query = queryAs(app, sender)
  return orProtocolError(app, sender, async () => {
    const { instructions, uris, userText } = await kind.build(query, filled)
    const shown = await Promise.all(uris.map((uri) => showResource(query, sender, uri)))
    return {
      description: kind.description,
      messages: [
        { role: 'user', content: { type: 'text', text: instructions } },
        ...shown
          .filter((each) => each !== undefined)
          .map((each) => ({
            role: 'user' as const,
            content: {
              type: 'resource' as const,
              resource: contentOf(each),
              annotations: { audience: ['assistant' as const], lastModified: each.lastModified },
            },
          })),
        ...(userText ? [{ role: 'user' as const, content: { type: 'text' as const, text: userText } }] : []),
      ],
    }
  })
}

function checked(
  prompt: string,
  accepted: readonly PromptArgument[],
  given: Record<string, string>,
): Record<string, string | undefined> {
  const filled: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!accepted.some((each) => each.name === name))
      rejectArguments(
        `The prompt "${prompt}" has no argument "${name}". Arguments: ${accepted.map((each) => each.name).join(', ')}.`,
      )
    if (value.length > maxArgumentLength)
      rejectArguments(`"${name}" can have at most ${maxArgumentLength} characters.`)
    if (value.trim() !== '') filled[name] = value.trim()
  }
  for (const { name, description, required } of accepted)
    if (required && filled[name] === undefined)
      rejectArguments(`The prompt "${prompt}" requires "${name}". ${description}`)
  return filled
}

function rejectArguments(sentence: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentence)
}
