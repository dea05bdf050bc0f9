import { Fragment, useState } from 'react'
import type { Difference } from '../../../server/platform/difference.ts'
import { texts } from './texts.ts'

export interface DiffProps extends Difference {
  /** The newer text. With it, unchanged lines can be expanded. */
  text?: string | undefined
}

type Hunk = Difference['hunks'][number]

/** Shows changed lines and collapses unchanged ones. Marks changes by sign and text, not only by colour. */
export function Diff({ hunks, added, removed, exact, leftOut, text }: DiffProps) {
  if (hunks.length === 0) return <p className="text-muted">{texts.diff.same}</p>
  const newer = text?.split('\n')
  return (
    // The position keeps texts for screen readers inside of the scrolled part of the page.
    <div className="relative">
      <p className="mb-2 text-[13px] text-muted">
        <Counts added={added} removed={removed} />
        {!exact && texts.diff.inexact}
      </p>
      <table aria-label={texts.diff.label} className="block overflow-hidden rounded-lg border bg-surface">
        <thead className="sr-only">
          <tr>
            <th scope="col">{texts.diff.lineBefore}</th>
            <th scope="col">{texts.diff.lineAfter}</th>
            <th scope="col">{texts.diff.text}</th>
          </tr>
        </thead>
        <tbody className="block font-mono text-[12.5px] leading-5">
          {hunks.map((hunk, index) => (
            <Fragment key={hunk.newStart + hunk.oldStart / 1e6}>
              <Unchanged {...unchangedBefore(hunks, index)} newer={newer} />
              <Lines hunk={hunk} />
            </Fragment>
          ))}
          {newer && <Unchanged {...unchangedAfter(hunks, newer.length)} newer={newer} />}
        </tbody>
      </table>
      {leftOut > 0 && <p className="mt-2 text-[13px] text-muted">{texts.diff.omitted(leftOut)}</p>}
    </div>
  )
}

/** The number of added and removed lines. */
export function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium text-accent">
        +{added}
        <span className="sr-only">{texts.diff.added}</span>
      </span>{' '}
      <span className="font-medium text-danger">
        −{removed}
        <span className="sr-only">{texts.diff.removed}</span>
      </span>
    </span>
  )
}

interface LineRange {
  oldStart: number
  newStart: number
  count: number
}

function Unchanged({ oldStart, newStart, count, newer }: LineRange & { newer: string[] | undefined }) {
  const [open, setOpen] = useState(false)
  if (count <= 0) return null
  const label = texts.diff.unchanged(count)
  if (open && newer) {
    const lines = newer.slice(newStart - 1, newStart - 1 + count)
    return <Lines hunk={{ oldStart, newStart, lines: lines.map((text) => ({ kind: 'same', text })) }} />
  }
  return (
    <tr className="flex border-y bg-hover px-3 py-0.5 font-sans text-[13px] text-muted first:border-t-0 last:border-b-0">
      <td colSpan={3}>
        {newer ? (
          <button type="button" onClick={() => setOpen(true)} className="hover:text-ink hover:underline">
            {label}
          </button>
        ) : (
          label
        )}
      </td>
    </tr>
  )
}

const styles = {
  same: { row: '', sign: ' ', prefix: '' },
  added: { row: 'bg-accent-soft', sign: '+', prefix: texts.diff.addedLine },
  removed: { row: 'bg-danger-soft', sign: '−', prefix: texts.diff.removedLine },
}

function Lines({ hunk }: { hunk: Hunk }) {
  const number = 'hidden w-10 shrink-0 pr-2 text-right text-muted select-none sm:block'
  return numbered(hunk).map(({ kind, text, before, now }) => {
    const { row, sign, prefix } = styles[kind]
    return (
      <tr key={`${before ?? ''} ${now ?? ''}`} className={`flex ${row}`} data-change={kind}>
        <td className={number}>{before}</td>
        <td className={number}>{now}</td>
        <td className="flex min-w-0 grow pr-3">
          <span aria-hidden className="w-6 shrink-0 text-center select-none">
            {sign}
          </span>
          {prefix && <span className="sr-only">{prefix}</span>}
          <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text || ' '}</span>
        </td>
      </tr>
    )
  })
}

/** Returns each line with its numbers in the older and the newer text. */
function numbered({ oldStart, newStart, lines }: Hunk) {
  let [before, now] = [oldStart, newStart]
  return lines.map((line) => ({
    ...line,
    before: line.kind === 'added' ? undefined : before++,
    now: line.kind === 'removed' ? undefined : now++,
  }))
}

function ends({ oldStart, newStart, lines }: Hunk) {
  const within = (kind: 'added' | 'removed') => lines.filter((line) => line.kind !== kind).length
  return { oldStart: oldStart + within('added'), newStart: newStart + within('removed') }
}

function unchangedBefore(hunks: Hunk[], index: number): LineRange {
  const last = index === 0 ? { oldStart: 1, newStart: 1 } : ends(hunks[index - 1]!)
  return { ...last, count: hunks[index]!.newStart - last.newStart }
}

function unchangedAfter(hunks: Hunk[], length: number): LineRange {
  const last = ends(hunks.at(-1)!)
  return { ...last, count: length + 1 - last.newStart }
}
