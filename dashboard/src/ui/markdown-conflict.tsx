import { Button } from './button.tsx'

interface ConflictProps {
  /** "The note". */
  what: string
  /** What each of the two wrote, where they differ. */
  texts: { name: string; theirs: string; mine: string }[]
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody saved another text meanwhile: both are shown, and neither is lost unseen. */
export function Conflict({ what, texts, onTakeTheirs, onKeepMine }: ConflictProps) {
  const differing = texts.filter(({ theirs, mine }) => theirs !== mine)
  return (
    <section
      aria-label="Two versions"
      className="flex flex-col gap-3 rounded-lg border border-danger/40 bg-danger-soft p-4"
    >
      <p role="alert" className="font-medium">
        {what} was changed elsewhere while you were writing.
      </p>
      <p className="text-[13px]">
        Take what was saved, or keep yours: then it replaces theirs when you save, and theirs stays in the
        history.
      </p>
      {differing.map(({ name, theirs, mine }) => (
        <div key={name} className="grid gap-3 md:grid-cols-2">
          <Version title={`${name}, as it was saved`} text={theirs} />
          <Version title={`${name}, as you wrote it`} text={mine} />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onTakeTheirs}>Take what was saved</Button>
        <Button kind="primary" onClick={onKeepMine}>
          Keep mine
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
