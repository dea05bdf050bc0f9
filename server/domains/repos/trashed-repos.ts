import { sql } from '../../database/sql.ts'
import type { TrashKind } from '../../operations/trash-kind.ts'
import { trashedInProject } from '../projects/trashed-in-project.ts'
import { repoKind } from './repo.ts'
import type { RepoRow } from './tables.ts'

export const trashedRepos: TrashKind<RepoRow> = {
  // Names are not unique, so only the id identifies a repository.
  ...trashedInProject<RepoRow>(repoKind, {
    from: sql`repos t join projects p on p.id = t.project_id and p.deleted_at is null`,
    right: 'edit',
    title: sql`t.name`,
  }),
  taken: ({ url }) => ({ repos_once_in_project: { field: 'address', value: url } }),
}
