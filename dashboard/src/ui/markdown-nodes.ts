/** A node of the Markdown tree: https://github.com/syntax-tree/mdast */
export interface Node {
  type: string
  value?: string
  url?: string
  /** The level of a heading. */
  depth?: number
  data?: object
  /** Whether an item of a checklist is done. Null or undefined for other list items. */
  checked?: boolean | null
  /** The position in the source. */
  position?: { start: { offset?: number } }
  children?: Node[]
}

const links = new Set(['link', 'linkReference', 'definition'])

/** Replaces text nodes, except in links. Code isn't a text node. */
export function replaceTexts(node: Node, replace: (text: string) => Node[]): void {
  if (!node.children || links.has(node.type)) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return replace(child.value ?? '')
    replaceTexts(child, replace)
    return [child]
  })
}

/** A remark plugin that turns each newline into a line break, as people expect in comments. */
export function preserveBreaks() {
  return (tree: Node) =>
    replaceTexts(tree, (text) =>
      text
        .split('\n')
        .flatMap((line, index): Node[] => [
          ...(index > 0 ? [{ type: 'break' }] : []),
          { type: 'text', value: line },
        ]),
    )
}

/**
 * A remark plugin that closes gaps between the levels of headings, which screen readers use as an outline. The first
 * heading gets level 1, and a later one is at most one level below the heading before it. `data-level` keeps the
 * author's level for the font size.
 */
export function sequentialHeadings() {
  return (tree: Node) => {
    /** The author's levels of the headings that contain the current one. */
    const open: number[] = []
    for (const heading of tree.children?.filter(({ type }) => type === 'heading') ?? []) {
      const { depth = 1 } = heading
      while (open.length > 0 && open.at(-1)! >= depth) open.pop()
      open.push(depth)
      heading.data = { hProperties: { 'data-level': Math.min(depth, 4) } }
      heading.depth = open.length
    }
  }
}
