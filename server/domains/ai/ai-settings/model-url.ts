import { rejectField } from '../../../errors/errors.ts'
import type { App } from '../../../operations/context.ts'
import { NotAllowed, isAllowed, parseExternalUrl, requirePublicName } from '../../../platform/external-url.ts'

/**
 * Returns the URL of a model server without trailing slashes. Requires https and the public internet, except for hosts
 * in AI_CHAT_HOSTS. The name is resolved and checked again for each request.
 */
export function normalizeModelUrl({ config }: App, input: string): string {
  const allowed = config.AI_CHAT_HOSTS
  try {
    const url = parseExternalUrl(input)
    if (url.search || url.hash) throw new NotAllowed('It contains a query or a fragment.')
    if (url.protocol !== 'https:' && !isAllowed(url, allowed)) throw new NotAllowed('It is not an https URL.')
    requirePublicName(url, allowed)
    return withoutTrailingSlashes(url.href)
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    return rejectField(
      'url',
      `${error.message} Use a URL such as https://models.example.com/v1. The operator allows private hosts with AI_CHAT_HOSTS.`,
    )
  }
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
