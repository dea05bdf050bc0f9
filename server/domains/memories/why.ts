import type { Why } from '../search/fuse.ts'

/** Why something was found, in a sentence. */
export function whyItFits({ words, meaning }: Why): string {
  const parts = [
    ...(meaning ? [`it is near in meaning (${Math.round(meaning.similarity * 100)} %)`] : []),
    ...(words?.matched.length ? [`it says ${words.matched.map((word) => `"${word}"`).join(', ')}`] : []),
  ]
  const sentence = parts.join(', and ') || 'it is among what was asked for'
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`
}
