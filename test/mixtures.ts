import type { Reference } from './sample-input.ts'

/**
 * Returns choices of references, and which of them are foreign: required ones alone, with each optional one, and all.
 * Tries every mix of own and foreign ids; of more than three references only one is foreign, because nothing else can
 * reject the request then.
 */
export function mixtures(references: Reference[]): { named: Reference[]; foreign: Reference[] }[] {
  const needed = references.filter(({ required }) => required)
  const optional = references.filter(({ required }) => !required)
  const choices = [needed, ...optional.map((each) => [...needed, each]), references]
  return choices.flatMap((named) => {
    const all = 2 ** named.length - 1
    const chosen =
      named.length > 3
        ? named.map((_, place) => 2 ** place)
        : Array.from({ length: Math.max(0, all - 1) }, (_, index) => index + 1)
    return chosen.map((bits) => ({
      named,
      foreign: named.filter((_reference, place) => bits & (2 ** place)),
    }))
  })
}
