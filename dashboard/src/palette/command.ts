import type { ReactNode } from 'react'
import type { PickedProperty } from '../pages/tasks/picker-choices.tsx'

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
  /** The page of the palette that it opens instead of running. */
  opens?: PalettePage
  run(): void
}

/** A page of the palette with the values of a property of the target, or the question before it is deleted. */
export type PalettePage = PickedProperty | 'delete'

export interface CommandGroup {
  label: string
  commands: Command[]
}

/** Returns whether the text contains every typed word. */
export function hasWords(text: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.toLowerCase().includes(word))
}
