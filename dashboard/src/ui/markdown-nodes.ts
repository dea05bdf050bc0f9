/** A node of the Markdown tree: https://github.com/syntax-tree/mdast */
export interface Node {
  type: string
  value?: string
  url?: string
  data?: object
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
