import { Button } from '../../ui/button.tsx'
import { Snippet } from '../credentials/snippet.tsx'

interface NewSecretProps {
  name: string
  secret: string
  /** What is to be known besides. */
  hint?: string
  onDone: () => void
}

/** The only time that the secret of a webhook is seen. */
export function NewSecret({ name, secret, hint = '', onDone }: NewSecretProps) {
  return (
    <section
      aria-label="The new secret"
      className="mt-6 flex flex-col gap-5 rounded-lg border border-accent/50 bg-surface p-5"
    >
      <Snippet
        title={`The secret of “${name}”`}
        hint={`Copy it now: it is shown this once and never again. With it the receiver sees that what comes is from here. ${hint}`}
        copyLabel="Copy the secret"
        value={secret}
      />
      <Button className="self-end" onClick={onDone}>
        I have copied it
      </Button>
    </section>
  )
}
