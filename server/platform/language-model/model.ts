/** A language model. Its output is untrusted text: it is shown, and never executed. */
export interface LanguageModel {
  /** The protocol and the model: `openai:gpt-5`. */
  name: string
  /**
   * Streams one reply in pieces. Retries a busy or unreachable server before the first piece, and throws a `ModelFailure`
   * in the end. An aborted signal ends it with the reason of the signal.
   */
  reply(prompt: Prompt): AsyncIterable<Piece>
}

export interface Prompt {
  /** The system prompt. */
  system: string
  messages: Message[]
  tools: ModelTool[]
  /** Maximum length of the reply in tokens. */
  maxTokens: number
  signal?: AbortSignal | undefined
}

/** A message in the form that both protocols are translated from. */
export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: ToolCall[] }
  | { role: 'tools'; results: ToolResult[] }

export interface ModelTool {
  name: string
  description: string
  inputSchema: object
}

export interface ToolCall {
  id: string
  name: string
  /** Undefined if the model wrote arguments that aren't a JSON object. */
  input: Record<string, unknown> | undefined
}

export interface ToolResult {
  id: string
  text: string
  hasFailed: boolean
}

/** A part of a reply. The calls come after the text, and the end comes last. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'call'; call: ToolCall }
  | { kind: 'end'; reason: 'complete' | 'cut' | 'calls'; usage: Usage | undefined }

/** The tokens of a reply, if the server counts them. */
export interface Usage {
  input: number
  output: number
}

/** Why a model did not reply. */
export type FailureKind =
  | 'unreachable'
  | 'key_rejected'
  | 'unknown_model'
  | 'busy'
  | 'too_long'
  | 'timed_out'
  | 'interrupted'
  | 'rejected'

/** The failure of a model. The message is a sentence for people, without the key and without the text of the server. */
export class ModelFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}
