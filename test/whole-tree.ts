import type { OutputOf } from '../server/assembly/client.ts'
import type { Person } from './harness.ts'

type Node = OutputOf<'projects.tree'>['items'][number]
type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>

/** Reads the whole tree of a project, level by level and page by page, as a client does. */
export async function wholeTree({ call }: Pick<Person, 'call'>, project: string, limit = 200) {
  const readLevel = async (below?: string) => {
    const nodes: Node[] = []
    let cursor: string | null = null
    do {
      const page: OutputOf<'projects.tree'> = await call('projects.tree', {
        project,
        limit,
        ...(below && { below }),
        ...(cursor && { cursor }),
      })
      nodes.push(...page.items)
      cursor = page.nextCursor
    } while (cursor)
    return nodes
  }
  const tasksOf = async (story: NodeOf<'story'>) =>
    story.children ?? ofKind(await readLevel(story.key), 'task')
  const storiesOf = async (epic: NodeOf<'epic'>) => {
    const stories = epic.children ?? ofKind(await readLevel(epic.key), 'story')
    return inSequence(stories, async (story) => ({ ...story, tasks: await tasksOf(story) }))
  }
  const top = await readLevel()
  return {
    epics: await inSequence(ofKind(top, 'epic'), async (epic) => ({
      ...epic,
      stories: await storiesOf(epic),
    })),
    tasks: ofKind(top, 'task'),
  }
}

/** Returns the nodes of one kind. */
export function ofKind<Kind extends Node['kind']>(nodes: Node[], kind: Kind): NodeOf<Kind>[] {
  return nodes.filter((node): node is NodeOf<Kind> => node.kind === kind)
}

async function inSequence<Item, Result>(
  items: Item[],
  convert: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await convert(item))
  return results
}
