import { Button } from '../../ui/button.tsx'
import { Snippet } from '../credentials/snippet.tsx'
import { texts } from './texts.ts'

interface NewSecretProps {
  name: string
  secret: string
  /** Whether an old secret stays valid for a while. */
  isRotation?: boolean
  onDone: () => void
}

/** Shows the secret of a webhook. The server returns it only once. */
export function NewSecret({ name, secret, isRotation = false, onDone }: NewSecretProps) {
  const { label, title, hint, rotationHint, copy, done } = texts.newSecret
  return (
    <section
      aria-label={label}
      className="mt-6 flex flex-col gap-5 rounded-lg border border-accent/50 bg-surface p-5"
    >
      <Snippet
        title={title(name)}
        hint={isRotation ? `${hint} ${rotationHint}` : hint}
        copyLabel={copy}
        value={secret}
      />
      <Button className="self-end" onClick={onDone}>
        {done}
      </Button>
    </section>
  )
}
