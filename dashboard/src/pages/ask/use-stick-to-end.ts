import { useEffect, useRef } from 'react'

/** The distance from the end at which a reader still follows the text. */
const toleranceInPixels = 80

/**
 * Scrolls an element to its end when its content grows, unless the user has scrolled up to read. A new question scrolls
 * there anyway.
 */
export function useStickToEnd(isAsking: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  useEffect(() => {
    const scrolled = element.current
    if (!scrolled) return undefined
    const onScroll = () => {
      const { scrollHeight, scrollTop, clientHeight } = scrolled
      follows.current = scrollHeight - scrollTop - clientHeight < toleranceInPixels
    }
    scrolled.addEventListener('scroll', onScroll, { passive: true })
    // The content also grows when the renderer of Markdown is loaded.
    const observer = new ResizeObserver(() => {
      if (follows.current) scrolled.scrollTop = scrolled.scrollHeight
    })
    for (const child of scrolled.children) observer.observe(child)
    return () => {
      scrolled.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [])
  useEffect(() => {
    if (!isAsking || !element.current) return
    follows.current = true
    element.current.scrollTop = element.current.scrollHeight
  }, [isAsking])
  return element
}
