import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { meQuery } from '../queries.ts'
import { useAreas } from '../shell/use-sections.ts'
import { isPlainKey, isTyping } from './is-typing.ts'

/** The pages of a project that a letter after G opens. */
export const projectPages = [
  { letter: 'o', to: '/projects/$slug/overview', name: 'Overview' },
  { letter: 't', to: '/projects/$slug', name: 'Tasks' },
  { letter: 'b', to: '/projects/$slug/board', name: 'Board' },
  { letter: 'f', to: '/projects/$slug/features', name: 'Features' },
] as const

/** The time in which the letter must follow. */
const maxPauseMs = 1500

/** Opens a page with G and a letter. Compares the typed letter, so that it works with every keyboard layout. */
export function useGoToKeys(): void {
  const router = useRouter()
  const areas = useAreas(useQuery(meQuery).data?.organization?.role)
  const pressedAt = useRef(-Infinity)

  /** Opens the page of a letter. Returns whether there is one. */
  function open(letter: string): boolean {
    const area = areas.find((each) => each.letter === letter)
    const section = area?.sections[0]
    if (section) void router.navigate({ to: section.to })
    const { slug } = (router.state.matches.at(-1)?.params ?? {}) as { slug?: string }
    const page = slug === undefined ? undefined : projectPages.find((each) => each.letter === letter)
    if (page) void router.navigate({ to: page.to, params: { slug: slug! } })
    return section !== undefined || page !== undefined
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    const isSecond = event.timeStamp - pressedAt.current < maxPauseMs
    pressedAt.current = -Infinity
    if (event.repeat || isTyping(event) || !isPlainKey(event)) return
    const letter = event.key.toLowerCase()
    if (isSecond && open(letter)) {
      event.preventDefault()
      // Some letters have a meaning in lists.
      event.stopImmediatePropagation()
    } else if (letter === 'g') pressedAt.current = event.timeStamp
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}
