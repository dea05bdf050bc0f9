import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { App } from '../../../operations/context.ts'
import { asking } from './ask.ts'
import { type PromptArgument, promptKinds } from './prompt-kinds.ts'
import { contentOf, orProtocolError, showResource } from './resources.ts'
import type { Sender } from '../sender.ts'

const longest = 4000

/** Made once: it is the same for everybody, and does not change. */
export const promptList: ListPromptsResult = {
  prompts: Object.entries(promptKinds).map(([name, { title, description, arguments: taken }]) => ({
    ...{ name, title, description },
    arguments: taken.map(({ name, description, required }) => ({ name, description, required })),
  })),
}

/**
 * Our own words in the first message; what people and agents wrote comes after it, as resources, so that whoever reads
 * knows which is which.
 */
export async function getPrompt(
  app: App,
  sender: Sender,
  name: string,
  given: Record<string, string>,
): Promise<GetPromptResult> {
  const kind = promptKinds[name as keyof typeof promptKinds]
  if (!kind || !Object.hasOwn(promptKinds, name))
    refuseArguments(`There is no prompt "${name}". There are ${Object.keys(promptKinds).join(', ')}.`)
  const filled = checked(name, kind.arguments, given)
  const ask = asking(app, sender)
  return orProtocolError(app, sender, async () => {
    const { words, uris, said } = await kind.make(ask, filled)
    const shown = await Promise.all(uris.map((uri) => showResource(ask, sender, uri)))
    return {
      description: kind.description,
      messages: [
        { role: 'user', content: { type: 'text', text: words } },
        ...shown
          .filter((each) => each !== undefined)
          .map((each) => ({
            role: 'user' as const,
            content: {
              ...{ type: 'resource' as const, resource: contentOf(each) },
              annotations: { audience: ['assistant' as const], lastModified: each.lastModified },
            },
          })),
        ...(said ? [{ role: 'user' as const, content: { type: 'text' as const, text: said } }] : []),
      ],
    }
  })
}

function checked(
  prompt: string,
  taken: readonly PromptArgument[],
  given: Record<string, string>,
): Record<string, string | undefined> {
  const filled: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!taken.some((each) => each.name === name))
      refuseArguments(
        `The prompt "${prompt}" has no argument "${name}". It takes ${taken.map((each) => each.name).join(', ')}.`,
      )
    if (value.length > longest) refuseArguments(`"${name}" has at most ${longest} characters.`)
    if (value.trim() !== '') filled[name] = value.trim()
  }
  for (const { name, description, required } of taken)
    if (required && filled[name] === undefined)
      refuseArguments(`The prompt "${prompt}" needs "${name}". ${description}`)
  return filled
}

function refuseArguments(sentence: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentence)
}
