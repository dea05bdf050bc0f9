import type { Integration } from '../../client.ts'

export type Provider = Integration['provider']

interface ProviderText {
  name: string
  /** What it will be good for. */
  use: string
  /** What the secret is called there. */
  secret: string
  /** Where a server of one's own would be. */
  example: string
}

export const providers: Record<Provider, ProviderText> = {
  github: {
    name: 'GitHub',
    use: 'Repositories, issues and pull requests.',
    secret: 'Personal access token',
    example: 'https://github.example.com',
  },
  gitlab: {
    name: 'GitLab',
    use: 'Repositories, issues and merge requests.',
    secret: 'Personal access token',
    example: 'https://gitlab.example.com',
  },
  openai: {
    name: 'OpenAI',
    use: 'Language models, with your own account.',
    secret: 'API key',
    example: 'https://models.example.com/v1',
  },
  anthropic: {
    name: 'Anthropic',
    use: 'Language models, with your own account.',
    secret: 'API key',
    example: 'https://models.example.com',
  },
}
