import { deliver } from './deliver.ts'
import { announcePull } from './pull-routes.ts'
import { type State, type StoredRepo, now, refreshPulls } from './state.ts'

const noCommit = '0'.repeat(40)

/** Records a changed branch: its pull requests follow, and the webhooks are sent. */
export function pushed(state: State, repo: StoredRepo, branch: string, forced = false): void {
  repo.pushedAt = now()
  const after = repo.bare.head(branch) ?? noCommit
  void deliver(state, repo, 'push', {
    ref: `refs/heads/${branch}`,
    after,
    forced,
    deleted: after === noCommit,
  })
  for (const pull of refreshPulls(repo)) announcePull(state, repo, pull, 'synchronize')
}
