import { useNavigate } from '@tanstack/react-router'

/** Changes search parameters. Replaces the current entry of the browser history by default. */
type ChangeSearch<Search> = (change: Search, replace?: boolean) => void

/** Returns a function that changes search parameters of the current page, such as filters. */
export function useChangeSearch<Search extends object>(): ChangeSearch<Search> {
  const navigate = useNavigate()
  return (change, replace = true) =>
    void navigate({ to: '.', search: (current: object) => ({ ...current, ...change }), replace })
}
