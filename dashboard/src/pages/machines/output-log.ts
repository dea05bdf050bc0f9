import { type Run, isFinal } from './queries.ts'
import { runTexts } from './run-texts.ts'

/** More is dropped from the start, because browsers render long texts slowly. */
const maxCharacters = 400_000

// Programs colour their output with escape sequences: CSI (ESC [), OSC (ESC ]) up to BEL or ESC \, and single ones.
// oxlint-disable-next-line no-control-regex
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_]|[()][A-Z0-9])/g
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Returns output as plain text: without escape sequences, and with the last state of lines that were overwritten. */
export function plainOutput(text: string): string {
  return text
    .replace(escapes, '')
    .replaceAll('\r\n', '\n')
    .replace(/^.*\r(?!$)/gm, '')
    .replaceAll('\r', '')
    .replace(controls, '')
}

/** The part of the output that the page has. */
export interface OutputLog {
  text: string
  /** The number of bytes of the whole output up to the end of `text`. Too large after bytes that are not UTF-8. */
  end: number
  /** Whether `text` lacks the start of the output. */
  isCut: boolean
}

export const emptyLog: OutputLog = { text: '', end: 0, isCut: false }

/** Returns the stored tail of the output of a run. */
export function storedLog({ output, outputBytes }: Pick<Run, 'output' | 'outputBytes'>): OutputLog {
  return { text: output, end: outputBytes, isCut: byteLength(output) < outputBytes }
}

/** Appends the next piece of output, which starts at this byte. A slow reader misses pieces. */
export function appendOutput(log: OutputLog, offset: number, piece: string): OutputLog {
  const gap = offset > log.end && log.text !== '' ? runTexts.panel.gap : ''
  const text = log.text + gap + piece
  return {
    text: text.slice(-maxCharacters),
    end: offset + byteLength(piece),
    isCut: log.isCut || text.length > maxCharacters || (log.text === '' && offset > log.end),
  }
}

/** Returns the better of the streamed output and the stored tail, which is complete if the output is short. */
export function chooseLog(streamed: OutputLog, run: Run): OutputLog {
  const stored = storedLog(run)
  return stored.end > streamed.end || (isFinal(run) && !stored.isCut) ? stored : streamed
}

const encoder = new TextEncoder()

export const byteLength = (text: string): number => encoder.encode(text).length
