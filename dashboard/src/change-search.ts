import { useNavigate } from '@tanstack/react-router'

/** Returns a function that changes search parameters of the current page, such as filters. */
export function useChangeSearch<Search extends object>() {
  const navigate = useNavigate()
  return (change: Search, replace = true) =>
    void navigate({ to: '.', search: (current: object) => ({ ...current, ...change }), replace })
}
