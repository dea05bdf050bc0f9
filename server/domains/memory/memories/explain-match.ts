import type { Why } from '../../search/fuse.ts'

/** Explains a match in one sentence. */
export function explainMatch({ words, meaning }: Why): string {
  const parts = [
    ...(meaning ? [`it is similar in meaning (${Math.round(meaning.similarity * 100)} %)`] : []),
    ...(words?.matched.length ? [`it matches ${words.matched.map((word) => `"${word}"`).join(', ')}`] : []),
  ]
  const sentence = parts.join(', and ') || 'it matches the filters'
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`
}
