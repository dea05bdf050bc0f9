import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'

/** Task keys as links that open the task panel. */
export function TaskKeys({ keys }: { keys: string[] }) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ', '}
      <Link
        to="."
        search={(search) => ({ ...search, task: key })}
        className="font-mono text-xs text-ink underline-offset-2 hover:underline"
      >
        {key}
      </Link>
    </Fragment>
  ))
}
