import { card } from '../../ui/section.tsx'
import { Snippet } from './snippet.tsx'
import { texts } from './texts.ts'

/** Shows how to install the CLI that this instance serves. */
export function CommandLine() {
  const { title, hint, copy } = texts.commandLine
  return (
    <section aria-label={title} className={`${card} mt-6 p-5`}>
      <Snippet
        title={title}
        hint={hint}
        copyLabel={copy}
        value={`npm install -g ${location.origin}/cli.tgz\nbaton login`}
      />
    </section>
  )
}
