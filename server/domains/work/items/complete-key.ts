import type { Query, Typed } from '../../../operations/resource.ts'
import { find } from './find.ts'
import type { ItemKindName } from './item-kinds.ts'

/** Returns the project of a typed key such as WEB-4, or else the project argument. */
export function projectOfTyped({ text, filled }: Typed): { project?: string } {
  const [, key = filled.project] = /^([a-z][a-z0-9]*)-\d*$/i.exec(text) ?? []
  return key === undefined ? {} : { project: key }
}

/** Returns the key of an item if the text is its complete key. */
export async function findKey(query: Query, kind: ItemKindName, text: string): Promise<string | undefined> {
  if (!/^[a-z][a-z0-9]*-\d+$/i.test(text)) return undefined
  const item = await query(find, { item: text })
  return item.kind === kind ? item.key : undefined
}
