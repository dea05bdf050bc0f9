import { useMemo } from 'react'
import { Markdown } from '../../ui/markdown.tsx'
import { httpUrl } from '../repos/host-name.ts'
import type { Passage } from './shapes.ts'

/** The text of an answer. Its only links are those to its sources. */
export function AnswerText({ text, passages }: { text: string; passages: Passage[] }) {
  const citations = useMemo(
    () =>
      new Map(passages.map((passage) => [passage.number, { url: linkOf(passage), title: passage.title }])),
    [passages],
  )
  return <Markdown text={text} citations={citations} />
}

/** Returns the lines at the code host if they have a page there, or else the page in the dashboard. */
export function linkOf({ code, url }: Passage): string {
  return httpUrl(code?.url ?? null) ?? url
}
