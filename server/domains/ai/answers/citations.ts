/*
 * Citations in the output of a model: [3], [3][5] or [3, 5]. Numbers that no passage has are removed, and lists are
 * split. Text in code stays as it is, because `list[3]` cites nothing. The filter works on a stream: it holds back a
 * group until its end, and looks at each character once.
 */

const maxHeld = 60

export interface CitationFilter {
  /** Returns the part of the text that is complete. */
  push(text: string): string
  /** Returns the rest. */
  end(): string
}

export function createCitationFilter(exists: (number: number) => boolean): CitationFilter {
  /** Spaces and a group that isn't complete yet. */
  let held = ''
  let isInGroup = false
  /** The length of the run of backticks that opened the code. 0 outside of code. */
  let fence = 0
  let run = 0
  let last = ''
  let output = ''

  function release(): void {
    output += held
    held = ''
    isInGroup = false
  }

  function endRun(): void {
    if (run === 0) return
    if (fence === 0) fence = run
    else if (run === fence || (fence >= 3 && run > fence)) fence = 0
    run = 0
  }

  function accept(character: string): void {
    if (character === '`') {
      release()
      run++
      output += character
      return
    }
    endRun()
    // An inline code span ends with its paragraph.
    if (character === '\n' && last === '\n' && fence > 0 && fence < 3) fence = 0
    if (fence > 0) output += character
    else if (isInGroup) acceptInGroup(character)
    else if (character === '[') {
      held += character
      isInGroup = true
    } else if (character === ' ' && held.length < maxHeld) held += character
    else {
      release()
      output += character
    }
  }

  function acceptInGroup(character: string): void {
    if (character === ']') {
      held += character
      closeGroup()
    } else if (character === '[') {
      release()
      held = character
      isInGroup = true
    } else if (isPartOfGroup(character) && held.length < maxHeld) held += character
    else {
      release()
      output += character
    }
  }

  function closeGroup(): void {
    const start = held.indexOf('[')
    const parts = held.slice(start + 1, -1).split(',')
    const numbers = parts.map((part) => part.trim())
    if (!numbers.every(isCitationNumber)) return release()
    const existing = numbers.filter((number) => exists(Number(number)))
    if (existing.length > 0)
      output += held.slice(0, start) + existing.map((number) => `[${Number(number)}]`).join('')
    held = ''
    isInGroup = false
  }

  return {
    push(text) {
      output = ''
      for (const character of text) {
        accept(character)
        last = character
      }
      return output
    },
    end() {
      output = ''
      release()
      return output
    },
  }
}

/** Removes all citations from a text. */
export function withoutCitations(text: string): string {
  const filter = createCitationFilter(() => false)
  return filter.push(text) + filter.end()
}

function isPartOfGroup(character: string): boolean {
  return (character >= '0' && character <= '9') || character === ',' || character === ' '
}

function isCitationNumber(text: string): boolean {
  return /^\d{1,3}$/.test(text)
}
