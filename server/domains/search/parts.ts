const wordsInPart = 200
// A model reads about 250 words at once, so a little more than usual is better than a part of a few words.
const mostWordsInPart = 260

/** Cuts a long text at its headings and paragraphs, or where there are none at sentences, into parts of about 200 words. */
export function partsOf(text: string): string[] {
  const whole = text.trim()
  if (countWords(whole) <= mostWordsInPart) return [whole]
  const parts: string[] = []
  let part = ''
  let words = 0
  const close = () => {
    if (part) parts.push(part)
    part = ''
    words = 0
  }
  for (const block of blocksOf(whole)) {
    const more = countWords(block)
    // A heading begins a part of its own, unless what is before it is only a few words.
    if (words + more > wordsInPart || (/^#{1,6} /.test(block) && words > wordsInPart / 2)) close()
    part = part ? `${part}\n\n${block}` : block
    words += more
  }
  close()
  return parts
}

function blocksOf(text: string): string[] {
  return text.split(/\n\s*\n|\n(?=#{1,6} )/).flatMap((paragraph) => shortened(paragraph.trim()))
}

/** A paragraph that is too long for one part, in sentences; and a sentence that is, in words. */
function shortened(paragraph: string): string[] {
  if (countWords(paragraph) <= wordsInPart) return paragraph ? [paragraph] : []
  const pieces: string[] = []
  let piece = ''
  for (const sentence of paragraph.split(/(?<=[.!?])\s+|\n/).flatMap(inWords)) {
    if (piece && countWords(piece) + countWords(sentence) > wordsInPart) {
      pieces.push(piece)
      piece = ''
    }
    piece = piece ? `${piece} ${sentence}` : sentence
  }
  if (piece) pieces.push(piece)
  return pieces
}

function inWords(sentence: string): string[] {
  const words = sentence.split(/\s+/)
  if (words.length <= wordsInPart) return [sentence]
  const runs: string[] = []
  for (let at = 0; at < words.length; at += wordsInPart)
    runs.push(words.slice(at, at + wordsInPart).join(' '))
  return runs
}

// A word may be as long as a file: what has no spaces is counted by its length.
function countWords(text: string): number {
  return Math.max(text.match(/\S+/g)?.length ?? 0, Math.ceil(text.length / 12))
}
