import type { Integration } from '../../client.ts'

export type Provider = Integration['provider']

export const providers: readonly Provider[] = ['github', 'gitlab', 'openai', 'anthropic']
