import type { OutputOf } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Snippet } from './snippet.tsx'
import { texts } from './texts.ts'

interface NewKeyProps {
  created: OutputOf<'credentials.createApiKey'>
  onDone: () => void
}

/** Shows the value of a new key, which can't be read later. */
export function NewKey({ created: { name, mode, value }, onDone }: NewKeyProps) {
  const labels = texts.newKey
  return (
    <section
      aria-label={labels.label}
      className="flex flex-col gap-5 rounded-lg border border-accent/50 bg-surface p-5"
    >
      <Snippet title={labels.title(name)} hint={labels.hint} copyLabel={labels.copy} value={value} />
      <Snippet
        title={labels.tryIt}
        hint={mode === 'test' ? labels.tryTestHint : labels.tryHint}
        copyLabel={labels.copyCommand}
        value={`curl ${location.origin}/api/projects -H "Authorization: Bearer ${value}"`}
      />
      <Button className="self-end" onClick={onDone}>
        {labels.done}
      </Button>
    </section>
  )
}
