import { z } from 'zod'
import { CodeHostFailure } from '../../../platform/code-host.ts'
import type { RepoHost } from '../../code-hosts/open-host.ts'
import { type OpenedPull, openPull } from '../pull-requests/open-pull.ts'

interface Proposed {
  path: string
  text: string
  base: string
  /** The newest commit of the base. */
  commit: string
}

/** Commits a file to its own branch and opens a pull request with it. Uses the branch again while it is open. */
export async function proposeFile(
  repo: RepoHost,
  { path, text, base, commit }: Proposed,
): Promise<OpenedPull> {
  const head = `baton/${path.split('/').at(-1)!.toLowerCase().replace(/\W+/g, '-')}-${commit.slice(0, 7)}`
  await createBranch(repo, head, commit, base)
  await writeFile(repo, head, path, text)
  const description = `Baton generated \`${path}\` from the files of this repository and the project.`
  return openPull(repo, { head, base, title: `Update ${path}`, description }, { reviewers: [], draft: false })
}

async function createBranch({ host, name }: RepoHost, branch: string, commit: string, base: string) {
  try {
    await host.send('POST', `/repos/${name}/git/refs`, { ref: `refs/heads/${branch}`, sha: commit })
  } catch (error) {
    if (!(error instanceof CodeHostFailure)) throw error
    // The branch exists.
    if (error.status === 422 || error.status === 409) return
    // Gitea and Forgejo create branches only this way.
    if (error.status !== 404 && error.status !== 405) throw error
    const body = { new_branch_name: branch, old_branch_name: base }
    await host.send('POST', `/repos/${name}/branches`, body).catch((failure: unknown) => {
      if (!(failure instanceof CodeHostFailure) || failure.status !== 409) throw failure
    })
  }
}

const File = z.object({ sha: z.string(), content: z.string().nullish() })

async function writeFile({ host, name }: RepoHost, branch: string, path: string, text: string) {
  const url = `/repos/${name}/contents/${path.split('/').map(encodeURIComponent).join('/')}`
  const found = await host.get(url, { ref: branch }).catch((error: unknown) => {
    if (error instanceof CodeHostFailure && error.status === 404) return undefined
    throw error
  })
  const present = found === undefined ? undefined : File.parse(found)
  const content = Buffer.from(text).toString('base64')
  if (present && present.content?.replace(/\s/g, '') === content) return
  // Gitea creates files with POST. GitHub does it with PUT, as a change.
  const body = { message: `Update ${path}`, content, branch, ...(present && { sha: present.sha }) }
  await host.send('PUT', url, body).catch((error: unknown) => {
    if (present || !(error instanceof CodeHostFailure) || ![404, 405, 422].includes(error.status)) throw error
    return host.send('POST', url, body)
  })
}
