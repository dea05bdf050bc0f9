import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '../../queries.ts'
import { card } from '../../ui/section.tsx'
import { Snippet } from '../credentials/snippet.tsx'
import { texts } from './texts.ts'

/** Shows how to sync the first device. */
export function FirstDevice() {
  const { title, hint, copy, project } = texts.empty
  const slug = useQuery(projectsQuery(false)).data?.[0]?.slug ?? project
  return (
    <div className={`${card} p-5`}>
      <Snippet
        title={title}
        hint={hint}
        copyLabel={copy}
        value={[
          `npm install -g ${location.origin}/cli.tgz`,
          `baton login --url ${location.origin}`,
          `baton sync init --project ${slug} ./${slug}`,
        ].join('\n')}
      />
    </div>
  )
}
