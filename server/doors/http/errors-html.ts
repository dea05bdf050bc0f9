import { errorsByStatus, errorsIntroduction } from '../../operations/errors-page.ts'
import { escapeHtml } from './reference.ts'

/**
 * Returns the page that the `type` of a problem links to. It has an anchor for each code, and needs no script or
 * sign-in.
 */
export function errorsHtml(): string {
  const groups = errorsByStatus()
  const links = groups.map(({ status, name }) => `<li><a href="#status-${status}">${status} ${name}</a></li>`)
  const sections = groups.map(
    ({ status, name, advice, entries }) => `<h2 id="status-${status}">${status} ${name}</h2>
<p>${withMarks(advice)}</p>${entries
      .map(
        ({ code, sentence }) =>
          `<section id="${code}"><h3><code>${code}</code></h3><p>${withMarks(sentence)}</p></section>`,
      )
      .join('')}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Baton</title><link rel="stylesheet" href="/api/reference.css"></head>
<body><nav><h1><a href="/">Baton</a> errors</h1><ul>${links.join('')}</ul>
<h2>About</h2><ul><li><a href="/api/reference">API reference</a></li></ul></nav>
<main><p>${withMarks(errorsIntroduction)}</p>${sections.join('')}</main></body></html>`
}

/** Converts `code` and {value} to HTML. */
function withMarks(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\{(\w+)\}/g, '<var>{$1}</var>')
}
