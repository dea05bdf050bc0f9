import {
  type GetPromptResult,
  type McpServer,
  acceptedContent,
  inputRequired,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { embedded, image, textContent } from './content.ts'
import { elicit } from './input-tools.ts'

type Content = GetPromptResult['messages'][number]['content']

export function addPrompts(server: McpServer): void {
  const description = 'For the suite.'
  server.registerPrompt('test_simple_prompt', { description }, () =>
    messages(textContent('This is a simple prompt for testing.')),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => messages(textContent(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      messages(
        embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        textContent('Please process the embedded resource above.'),
      ),
  )
  server.registerPrompt('test_prompt_with_image', { description }, () =>
    messages(image, textContent('Please analyze the image above.')),
  )
  server.registerPrompt('test_input_required_result_prompt', { description }, (ctx) => {
    const given = acceptedContent<{ context: string }>(ctx.mcpReq.inputResponses, 'user_context')
    if (given) return messages(textContent(given.context))
    return inputRequired({ inputRequests: { user_context: elicit('In which context?', 'context') } })
  })
}

function messages(...contents: Content[]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user', content })) }
}
