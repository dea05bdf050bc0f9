/** A part of a text that was read as markdown: https://github.com/syntax-tree/mdast */
export interface Node {
  type: string
  value?: string
  url?: string
  data?: object
  children?: Node[]
}

const links = new Set(['link', 'linkReference', 'definition'])

/** Puts something else where there is text, but not into links; code is no text. */
export function replaceTexts(node: Node, replace: (text: string) => Node[]): void {
  if (!node.children || links.has(node.type)) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return replace(child.value ?? '')
    replaceTexts(child, replace)
    return [child]
  })
}

/** For react-markdown: a new line is one, as people mean it in a remark. */
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
