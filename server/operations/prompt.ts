import type { Query } from './resource.ts'

/** A prompt of the MCP door: instructions for a workflow, with the resources that it needs. */
export interface PromptKind {
  title: string
  description: string
  arguments: readonly PromptArgument[]
  build(query: Query, given: Record<string, string | undefined>): Promise<BuiltPrompt>
}

export interface PromptArgument {
  /** The name. An argument named like a resource kind is completed like it. */
  name: string
  description: string
  required: boolean
}

interface BuiltPrompt {
  instructions: string
  /** The resources to attach. */
  uris: string[]
  /** Text from the user who requested the prompt. */
  userText?: string
}
