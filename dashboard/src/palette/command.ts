import type { ReactNode } from 'react'

/** Something that the palette offers. */
export interface Command {
  id: string
  label: string
  icon: ReactNode
  /** The label as it is seen, where that is more than words. */
  shown?: ReactNode
  /** Beside the label; found by it too. */
  detail?: string
  /** Below the label: where the words were found. */
  more?: ReactNode
  run(): void
}

export interface CommandGroup {
  label: string
  commands: Command[]
}

/** Whether every word that was typed stands in the text. */
export function hasWords(text: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.toLowerCase().includes(word))
}
