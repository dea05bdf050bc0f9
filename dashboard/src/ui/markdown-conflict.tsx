import { Button } from './button.tsx'
import { texts as uiTexts } from './texts.ts'

const labels = uiTexts.conflict

interface ConflictProps {
  /** The start of a sentence, such as "The note". */
  subject: string
  /** Both versions of each field. */
  fields: { name: string; theirs: string; mine: string }[]
  onAcceptTheirs: () => void
  onKeepMine: () => void
}

/** Shows both versions after a concurrent change, so that neither is lost. */
export function Conflict({ subject, fields, onAcceptTheirs, onKeepMine }: ConflictProps) {
  const differing = fields.filter(({ theirs, mine }) => theirs !== mine)
  return (
    <section
      aria-label={labels.label}
      className="flex flex-col gap-3 rounded-lg border border-danger/40 bg-danger-soft p-4"
    >
      <p role="alert" className="font-medium">
        {labels.text(subject)}
      </p>
      <p className="text-[13px]">{labels.explanation}</p>
      {differing.map(({ name, theirs, mine }) => (
        <div key={name} className="grid gap-3 md:grid-cols-2">
          <Version title={labels.theirs(name)} text={theirs} />
          <Version title={labels.mine(name)} text={mine} />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onAcceptTheirs}>{labels.acceptTheirs}</Button>
        <Button kind="primary" onClick={onKeepMine}>
          {labels.keepMine}
        </Button>
      </div>
    </section>
  )
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs font-semibold text-muted">{title}</p>
      <pre
        role="group"
        aria-label={title}
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-md border bg-surface px-3 py-2 font-mono text-[12.5px] whitespace-pre-wrap wrap-anywhere"
      >
        {text || ' '}
      </pre>
    </div>
  )
}
