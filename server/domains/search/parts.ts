const wordsInPart = 200
// A model reads about 250 words, so a slightly larger single part is better than a tiny second part.
const maxWordsInPart = 260

/** Splits a long text into parts of about 200 words, at headings, paragraphs or sentences. */
export function partsOf(text: string): string[] {
  const whole = text.trim()
  if (countWords(whole) <= maxWordsInPart) return [whole]
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
    // A heading starts a new part, unless the current part is still short.
    if (words + more > wordsInPart || (/^#{1,6} /.test(block) && words > wordsInPart / 2)) close()
    part = part ? `${part}\n\n${block}` : block
    words += more
  }
  close()
  return parts
}

function blocksOf(text: string): string[] {
  return text.split(/\n\s*\n|\n(?=#{1,6} )/).flatMap((paragraph) => splitParagraph(paragraph.trim()))
}

/** Splits a paragraph that is too long into sentences, and a sentence that is too long into words. */
function splitParagraph(paragraph: string): string[] {
  if (countWords(paragraph) <= wordsInPart) return paragraph ? [paragraph] : []
  const pieces: string[] = []
  let piece = ''
  for (const sentence of paragraph.split(/(?<=[.!?])\s+|\n/).flatMap(splitSentence)) {
    if (piece && countWords(piece) + countWords(sentence) > wordsInPart) {
      pieces.push(piece)
      piece = ''
    }
    piece = piece ? `${piece} ${sentence}` : sentence
  }
  if (piece) pieces.push(piece)
  return pieces
}

function splitSentence(sentence: string): string[] {
  const words = sentence.split(/\s+/)
  if (words.length <= wordsInPart) return [sentence]
  const runs: string[] = []
  for (let at = 0; at < words.length; at += wordsInPart)
    runs.push(words.slice(at, at + wordsInPart).join(' '))
  return runs
}

// Counts text without spaces by its length, because a single word can be as long as a file.
function countWords(text: string): number {
  return Math.max(text.match(/\S+/g)?.length ?? 0, Math.ceil(text.length / 12))
}
