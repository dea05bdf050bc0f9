import type { Person } from '../test/harness.ts'

/** Calls a tool and returns its structured content. Throws if the call fails. */
export type CallTool = (tool: string, input?: Record<string, unknown>) => Promise<ToolOutput>

/** The fields of tool results that scripts read. */
export interface ToolOutput {
  id: string
  slug: string
  key: string
  gate: string | null
  content: string
  task: ToolOutput | null
  claim: number
  memory: ToolOutput
  items: ToolOutput[]
  missing: { needs: string }[]
  createdAt: string
}

/** The people of a story. Each story has its own organization, so that no story sees the data of another. */
export interface People {
  /** Owns the organization. All agents act for her. */
  ada: Person
  /** A member, who reviews. */
  grace: Person
}

/** A requirement of a story, checked in the stored data and not in the words of a model. */
export interface Check {
  name: string
  isMet: boolean
}

/** A part of a story that is counted separately. */
export interface Phase {
  name: string
  /** Actions of people before the phase. */
  prepare?(people: People): Promise<void>
  /** The assignment of each agent, for a model. The agents of a phase work at the same time. */
  assignments: Record<string, string>
  /** The recorded calls, for a run without a model. */
  script(as: (agent: string) => CallTool): Promise<void>
}

export interface Story {
  id: string
  title: string
  phases: Phase[]
  check(people: People): Promise<Check[]>
}
