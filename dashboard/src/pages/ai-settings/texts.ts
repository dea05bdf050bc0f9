/** Texts of the language model of an organization. */
export const texts = {
  title: 'AI',
  intro:
    'The language model answers questions about your work and code. Questions and the sources of an answer are sent to it.',
  noun: 'the language model',

  model: {
    title: 'Language model',
    label: 'Language model',
    subject: 'The language model',
    source: 'Model',
    sources: { instance: 'Shared', own: 'Own', off: 'Off' },
    hints: {
      instance: (model: string | null) =>
        model === null
          ? 'The operator of this instance has not set a shared model.'
          : `${model}, set by the operator of this instance.`,
      own: 'Your organization pays for its own model, and decides where its data is sent.',
      off: 'Questions find sources, without an answer. Nothing is sent to a language model.',
    },
    provider: 'Protocol',
    providers: { openai: 'OpenAI', anthropic: 'Anthropic' },
    providerHints: {
      openai: 'For OpenAI, and for most other servers: Ollama, llama.cpp, vLLM, LM Studio, OpenRouter.',
      anthropic: 'For Anthropic.',
    },
    url: 'URL (optional)',
    urlHints: {
      openai: 'Up to /v1, such as https://models.example.com/v1. Leave empty for api.openai.com.',
      anthropic: 'Leave empty for api.anthropic.com.',
    },
    name: 'Model name',
    nameHint: 'Exactly as the server names it. The model must support tools.',
    key: 'API key',
    keyHint: 'Stored encrypted and never shown again. Enter it again when you change the URL.',
    keyStored: (hint: string | null) =>
      hint === null
        ? 'A key is stored. Leave empty to keep it.'
        : `A key that ends with ${hint} is stored. Leave empty to keep it.`,
    save: 'Save model',
    saved: 'Saved the language model.',
    deleteKey: 'Delete key',
    confirmDeleteKey: {
      title: 'Delete the API key?',
      text: 'Answers fail until you enter a new key, unless your server needs none.',
      action: 'Delete key',
    },
    keyDeleted: 'Deleted the API key.',
    current: (model: string) => `Questions are answered by ${model}.`,
  },

  test: {
    title: 'Connection',
    text: 'Sends a short question to the saved model.',
    button: 'Test model',
    ok: (model: string | null, milliseconds: string) =>
      `It works. ${model ?? 'The model'} started to reply after ${milliseconds} ms.`,
    never: 'Not tested yet.',
    passed: 'Last test passed',
    failed: 'Last test failed',
  },

  limits: {
    title: 'Limits',
    text: 'When a limit is reached, questions find sources without an answer until the next month starts (UTC).',
    label: 'Limits',
    subject: 'The limits',
    organization: 'Tokens per month for the organization',
    person: 'Tokens per month for each person',
    hint: 'Leave empty for no limit.',
    notANumber: 'Enter a whole number, or leave it empty.',
    save: 'Save limits',
    saved: 'Saved the limits.',
  },

  usage: {
    title: 'Use this month',
    text: 'Tokens of questions, sources and answers. An answer in progress counts the most that it can use.',
    resets: 'Starts again',
    label: 'Use this month',
    organization: 'Organization',
    own: 'You',
    shared: 'Shared model, limit of the operator',
    tokens: (tokens: string) => `${tokens} tokens`,
    tokensOf: (used: string, limit: string) => `${used} of ${limit} tokens`,
    people: 'Use by person',
    person: 'Person',
    input: 'Input tokens',
    output: 'Output tokens',
    requests: 'Requests',
    noPeople: { title: 'No use yet', text: 'No one has asked a question this month.' },
  },
}
