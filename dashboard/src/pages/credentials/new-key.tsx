import type { OutputOf } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Snippet } from './snippet.tsx'

interface NewKeyProps {
  made: OutputOf<'credentials.createApiKey'>
  onDone: () => void
}

/** The only time that the value of a key is seen. */
export function NewKey({ made, onDone }: NewKeyProps) {
  return (
    <section
      aria-label="Your new API key"
      className="flex flex-col gap-5 rounded-lg border border-accent/50 bg-surface p-5"
    >
      <Snippet
        title={`The key “${made.name}”`}
        hint="Copy it now: it is shown this once and never again."
        copyLabel="Copy the key"
        value={made.value}
      />
      <Snippet
        title="Try it"
        hint={
          made.mode === 'test'
            ? 'It answers what is in the sandbox.'
            : 'It answers the projects that it sees.'
        }
        copyLabel="Copy the command"
        value={`curl ${location.origin}/api/projects -H "Authorization: Bearer ${made.value}"`}
      />
      <Button className="self-end" onClick={onDone}>
        I have copied it
      </Button>
    </section>
  )
}
