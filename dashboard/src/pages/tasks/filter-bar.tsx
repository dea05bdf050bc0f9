import type { ProjectWithStats } from '../../client.ts'

export function FilterBar({ project: _ }: { project: ProjectWithStats }) {
  return null
}
