import { type ReactNode, createContext, use } from 'react'
import type { Node } from './markdown-nodes.ts'
import { texts } from './texts.ts'

/** Changes the text when a user ticks an item. Undefined if they can't edit it. */
export const TickContext = createContext<((at: number) => void) | undefined>(undefined)

/** The position of the list item around a checkbox. */
const PositionContext = createContext<number | undefined>(undefined)

/** A remark plugin that adds the position in the source to the items of checklists. */
export function checklistPositions() {
  return (tree: Node) => {
    const visit = (node: Node): void => {
      if (node.type === 'listItem' && typeof node.checked === 'boolean')
        node.data = { ...node.data, hProperties: { 'data-at': node.position?.start.offset } }
      node.children?.forEach(visit)
    }
    visit(tree)
  }
}

interface ChecklistItemProps {
  className?: string | undefined
  'data-at'?: number | string
  children?: ReactNode
}

export function ChecklistItem({ 'data-at': at, className, children }: ChecklistItemProps) {
  if (at === undefined) return <li className={className}>{children}</li>
  return (
    <PositionContext value={Number(at)}>
      <li className={className}>{children}</li>
    </PositionContext>
  )
}

/** The checkbox of a list item. Users who can edit the text can tick it. */
export function Tick({ checked }: { checked: boolean }) {
  const tick = use(TickContext)
  const at = use(PositionContext)
  return (
    <input
      type="checkbox"
      checked={checked}
      disabled={!tick || at === undefined}
      aria-label={checked ? texts.markdown.done : texts.markdown.toDo}
      onChange={() => at !== undefined && tick?.(at)}
    />
  )
}

/** Returns the text with the checkbox of the list item at this position changed. */
export function withTick(text: string, at: number): string {
  return (
    text.slice(0, at) +
    text
      .slice(at)
      .replace(
        /^((?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX])\]/,
        (_, start: string, mark: string) => `${start}${mark === ' ' ? 'x' : ' '}]`,
      )
  )
}
