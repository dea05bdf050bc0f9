import type { z } from 'zod'
import type { variables } from './config.ts'
import { isSafe } from './config-formats.ts'
import { OperatorError } from './platform/operator-error.ts'

/* Checks of environment variables that depend on each other. */

export class ConfigError extends OperatorError {}

type Read = z.output<z.ZodObject<typeof variables>>

export function requireBackend(read: Read): void {
  const set = Object.keys(read).filter((name) => name.startsWith('AUTH_BACKEND_'))
  for (const name of ['AUTH_BACKEND_URL', 'AUTH_BACKEND_KEY'] as const)
    if (set.length > 0 && !read[name]) throw new ConfigError(`${name} is missing: ${set[0]} requires it.`)
}

// The servers of these providers require a key. Your own server may not.
const requireKey = ['openai', 'anthropic']

export function requireModel(read: Read, name: 'AI_EMBEDDINGS' | 'AI_CHAT', none: 'local' | 'off'): void {
  const [url, model, key] = [`${name}_URL`, `${name}_MODEL`, `${name}_KEY`] as const
  const limits =
    name === 'AI_CHAT' ? (['AI_CHAT_MONTHLY_TOKENS', 'AI_CHAT_MONTHLY_TOKENS_PER_PERSON'] as const) : []
  const set = [url, model, key, ...limits].find((each) => read[each] !== undefined)
  if (read[name] === none) {
    if (set)
      throw new ConfigError(`${set} has no effect with ${name}=${none}. Set ${name}, or remove ${set}.`)
    return
  }
  if (read[key] && read[url] && !isSafe(read[url]))
    throw new ConfigError(`${url} must be an https URL, because ${key} is sent to it.`)
  if (!read[model]) throw new ConfigError(`${model} is missing: ${name}=${read[name]} requires it.`)
  if (requireKey.includes(read[name]) && !read[url] && !read[key])
    throw new ConfigError(
      `${key} is missing: ${name}=${read[name]} requires it, unless ${url} names your own server.`,
    )
}
