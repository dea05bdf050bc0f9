import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { signInOptionsQuery } from '../../queries.ts'
import { applyInstanceColor } from '../../ui/instance-color.ts'

/** Applies the theme color of the instance to every page. */
export function InstanceTheme() {
  const options = useQuery(signInOptionsQuery).data
  useEffect(() => {
    if (options) applyInstanceColor(options.color)
  }, [options])
  return null
}
