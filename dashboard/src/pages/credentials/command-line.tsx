import { card } from '../../ui/section.tsx'
import { Snippet } from './snippet.tsx'

/** Shows how to install the CLI that this instance serves. */
export function CommandLine() {
  return (
    <section aria-label="Command line" className={`${card} mt-6 p-5`}>
      <Snippet
        title="Command line"
        hint="Installs the CLI of this instance. It needs Node 20 or newer."
        copyLabel="Copy the install command"
        value={`npm install -g ${location.origin}/cli.tgz\nbaton login`}
      />
    </section>
  )
}
