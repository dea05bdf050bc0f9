import type { ReactNode } from 'react'

/** An entry of the palette. */
export interface Command {
  id: string
  label: string
  icon: ReactNode
  /** The label with markup, such as highlighted matches. */
  display?: ReactNode
  /** Shown beside the label. The palette also searches it. */
  detail?: string
  /** Text around the match, shown below the label. */
  snippet?: ReactNode
  run(): void
}

export interface CommandGroup {
  label: string
  commands: Command[]
}

/** Returns whether the text contains every typed word. */
export function hasWords(text: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.toLowerCase().includes(word))
}
