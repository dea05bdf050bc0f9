import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'

/** Numbers of tasks, each the way to its task. */
export function TaskKeys({ slug, keys }: { slug: string; keys: string[] }) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ', '}
      <Link
        to="/projects/$slug"
        params={{ slug }}
        search={{ task: key }}
        className="font-mono text-xs text-ink underline-offset-2 hover:underline"
      >
        {key}
      </Link>
    </Fragment>
  ))
}
