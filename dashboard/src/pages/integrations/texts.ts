import type { Provider } from './providers.ts'

interface ProviderTexts {
  name: string
  purpose: string
  /** The provider's name for the secret. */
  secret: string
  /** URL of a self-hosted server. */
  example: string
}

/** Texts of the services that a user connects with their own key. */
export const texts = {
  providers: {
    github: {
      name: 'GitHub',
      purpose: 'Repositories, issues and pull requests.',
      secret: 'Personal access token',
      example: 'https://github.example.com',
    },
    gitlab: {
      name: 'GitLab',
      purpose: 'Repositories, issues and merge requests.',
      secret: 'Personal access token',
      example: 'https://gitlab.example.com',
    },
    openai: {
      name: 'OpenAI',
      purpose: 'Language models, with your own account.',
      secret: 'API key',
      example: 'https://models.example.com/v1',
    },
    anthropic: {
      name: 'Anthropic',
      purpose: 'Language models, with your own account.',
      secret: 'API key',
      example: 'https://models.example.com',
    },
  } satisfies Record<Provider, ProviderTexts>,

  integrationsPage: {
    title: 'Integrations',
    intro:
      'Connect services with your own key. Keys are stored encrypted and never shown again. No feature of this version uses them yet.',
    noun: 'integrations',
    connected: 'Connected',
    connect: 'Connect',
    connectLabel: (provider: string) => `Connect ${provider}`,
    edit: 'Edit',
    editLabel: (provider: string) => `Edit ${provider}`,
    disconnect: 'Disconnect',
    disconnectLabel: (provider: string) => `Disconnect ${provider}`,
    keyEndsIn: 'key ends in',
    updated: 'updated',
    disconnected: (provider: string) => `Disconnected ${provider}.`,
  },

  confirmDisconnect: {
    title: (provider: string) => `Disconnect ${provider}?`,
    text: 'Baton permanently deletes your key. It stays valid at the provider until you revoke it there.',
    action: 'Disconnect',
  },

  integrationDialog: {
    connectTitle: (provider: string) => `Connect ${provider}`,
    editTitle: (provider: string) => `Edit ${provider}`,
    secretHint: 'Leave empty to keep the stored one.',
    url: 'URL (optional)',
    urlHint: (example: string) => `Only for a self-hosted server, such as ${example}`,
    name: 'Name (optional)',
    connect: 'Connect',
    save: 'Save',
    connected: (provider: string) => `Connected ${provider}.`,
    saved: (provider: string) => `Saved ${provider}.`,
  },
}
