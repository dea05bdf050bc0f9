import { Fragment, useState } from 'react'

/** How one text became another, as the server tells it. */
export interface DifferenceProps {
  hunks: Hunk[]
  added: number
  removed: number
  /** False if so much changed that it was not looked at line by line. */
  exact: boolean
  leftOut: number
  /** The newer text: with it, what is alike can be unfolded. */
  text?: string | undefined
}

interface Hunk {
  oldStart: number
  newStart: number
  lines: Line[]
}

interface Line {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Line by line, with what is alike folded away. Told by sign and word as well as by colour. */
export function Difference({ hunks, added, removed, exact, leftOut, text }: DifferenceProps) {
  if (hunks.length === 0) return <p className="text-muted">The texts are the same.</p>
  const newer = text?.split('\n')
  return (
    <div>
      <p className="mb-2 text-[13px] text-muted">
        <Counts added={added} removed={removed} />
        {!exact &&
          ' So much changed that everything between the first and the last change is shown as changed.'}
      </p>
      <table aria-label="What changed" className="block overflow-hidden rounded-lg border bg-surface">
        <thead className="sr-only">
          <tr>
            <th scope="col">Line before</th>
            <th scope="col">Line now</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody className="block font-mono text-[12.5px] leading-5">
          {hunks.map((hunk, index) => (
            <Fragment key={hunk.newStart + hunk.oldStart / 1e6}>
              <Alike {...alikeBefore(hunks, index)} newer={newer} />
              <Lines hunk={hunk} />
            </Fragment>
          ))}
          {newer && <Alike {...alikeAfter(hunks, newer.length)} newer={newer} />}
        </tbody>
      </table>
      {leftOut > 0 && <p className="mt-2 text-[13px] text-muted">{leftOut} more lines are not shown.</p>}
    </div>
  )
}

/** "3 lines added, 1 removed". */
export function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium text-accent">
        +{added}
        <span className="sr-only"> lines added</span>
      </span>{' '}
      <span className="font-medium text-danger">
        −{removed}
        <span className="sr-only"> lines removed</span>
      </span>
    </span>
  )
}

interface Stretch {
  oldStart: number
  newStart: number
  count: number
}

function Alike({ oldStart, newStart, count, newer }: Stretch & { newer: string[] | undefined }) {
  const [open, setOpen] = useState(false)
  if (count <= 0) return null
  const words = count === 1 ? 'One line alike' : `${count} lines alike`
  if (open && newer) {
    const lines = newer.slice(newStart - 1, newStart - 1 + count)
    return <Lines hunk={{ oldStart, newStart, lines: lines.map((text) => ({ kind: 'same', text })) }} />
  }
  return (
    <tr className="flex border-y bg-hover px-3 py-0.5 font-sans text-[13px] text-muted first:border-t-0 last:border-b-0">
      <td colSpan={3}>
        {newer ? (
          <button type="button" onClick={() => setOpen(true)} className="hover:text-ink hover:underline">
            {words}
          </button>
        ) : (
          words
        )}
      </td>
    </tr>
  )
}

const looks = {
  same: { row: '', sign: ' ', word: '' },
  added: { row: 'bg-accent-soft', sign: '+', word: 'Added: ' },
  removed: { row: 'bg-danger-soft', sign: '−', word: 'Removed: ' },
}

function Lines({ hunk }: { hunk: Hunk }) {
  const number = 'hidden w-10 shrink-0 pr-2 text-right text-muted select-none sm:block'
  return numbered(hunk).map(({ kind, text, before, now }) => {
    const { row, sign, word } = looks[kind]
    return (
      <tr key={`${before ?? ''} ${now ?? ''}`} className={`flex ${row}`} data-change={kind}>
        <td className={number}>{before}</td>
        <td className={number}>{now}</td>
        <td className="flex min-w-0 grow pr-3">
          <span aria-hidden className="w-6 shrink-0 text-center select-none">
            {sign}
          </span>
          {word && <span className="sr-only">{word}</span>}
          <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text || ' '}</span>
        </td>
      </tr>
    )
  })
}

/** Each line with its number in the text before and in the text now, as far as it is in them. */
function numbered({ oldStart, newStart, lines }: Hunk) {
  let [before, now] = [oldStart, newStart]
  return lines.map((line) => ({
    ...line,
    before: line.kind === 'added' ? undefined : before++,
    now: line.kind === 'removed' ? undefined : now++,
  }))
}

function ends({ oldStart, newStart, lines }: Hunk) {
  const within = (kind: Line['kind']) => lines.filter((line) => line.kind !== kind).length
  return { oldStart: oldStart + within('added'), newStart: newStart + within('removed') }
}

function alikeBefore(hunks: Hunk[], index: number): Stretch {
  const last = index === 0 ? { oldStart: 1, newStart: 1 } : ends(hunks[index - 1]!)
  return { ...last, count: hunks[index]!.newStart - last.newStart }
}

function alikeAfter(hunks: Hunk[], length: number): Stretch {
  const last = ends(hunks.at(-1)!)
  return { ...last, count: length + 1 - last.newStart }
}
