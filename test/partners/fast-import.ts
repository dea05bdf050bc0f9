import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The start of a commit on `main`, before its files. */
export const commitOnMain =
  'commit refs/heads/main\ncommitter Mallory <m@example.com> 1700000000 +0000\ndata 6\nImport\nfrom refs/heads/main^0\n'

/** Streams the input of git-fast-import into a bare repository. It can be larger than the memory. */
export async function fastImport(
  folder: string,
  given: (write: (part: string | Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const git = spawn('git', [`--git-dir=${folder}`, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const closed = once(git, 'close')
  await given(async (part) => {
    if (!git.stdin.write(part)) await once(git.stdin, 'drain')
  })
  git.stdin.end()
  const [code] = (await closed) as [number]
  assert.equal(code, 0)
}
