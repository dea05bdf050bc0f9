import { inputSchemaOf, isFile } from '../../operations/json-schema.ts'
import { type Operation, httpParts } from '../../operations/operation.ts'
import { errorsPath } from '../../errors/operation-error.ts'
import type { NamedOperation } from '../../assembly/registry.ts'
import { errorsByStatus, errorsIntroduction } from '../../operations/errors-page.ts'

/** Returns the API reference as one HTML page, without scripts, fonts or external resources. */
export function referencePage(served: NamedOperation[]): string {
  const routes = served.filter(({ operation }) => operation.http)
  const domains = Map.groupBy(routes, ({ operation }) => operation.id.split('.')[0]!)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Baton API reference</title><link rel="stylesheet" href="/api/reference.css"></head>
<body><nav><h1><a href="/">Baton</a> API</h1>${[...domains].map(([name, list]) => navigation(name, list)).join('')}
<h2>About</h2><ul><li><a href="${errorsPath}">Errors</a></li><li><a href="/api/openapi.json">OpenAPI 3.1</a></li></ul></nav>
<main>${[...domains].map(([name, list]) => `<h2>${name}</h2>${list.map(({ operation }) => section(operation)).join('')}`).join('')}
<h2 id="errors">Errors</h2><p>Every error is an <code>application/problem+json</code> body with one of <a href="${errorsPath}">these codes</a>.</p>
</main></body></html>`
}

function navigation(name: string, list: NamedOperation[]): string {
  const links = list.map(({ operation: { id } }) => `<li><a href="#${id}">${id.split('.')[1]}</a></li>`)
  return `<h2>${name}</h2><ul>${links.join('')}</ul>`
}

function section(operation: Operation): string {
  const { method, path, parameters } = httpParts(operation.http!)
  const fields = inputFields(operation)
  const code = (text: string) => `<code>${text}</code>`
  const others = [
    ...operation.aliases.map(code),
    ...(operation.tool ? [`the tool ${code(operation.tool.name)}`] : []),
  ]
  const also = others.length > 0 ? ` Also ${others.join(', ')}.` : ''
  return `<section id="${operation.id}">
<h3><span class="${method}">${method}</span> <code>${path.replace(/:(\w+)/g, '<var>:$1</var>')}</code></h3>
<p>${escapeHtml(operation.summary)}${also}</p><p class="who">Access: ${escapeHtml(operation.access.sentence)}</p>
${fields.length > 0 ? `<table><tr><th>Field</th><th>Type</th><th>Description</th></tr>${fields.map((field) => row(field, parameters)).join('')}</table>` : ''}
<pre>${escapeHtml(example(operation, fields))}</pre></section>`
}

interface Field {
  name: string
  type: string
  required: boolean
  description: string
  sample: string
}

function inputFields(operation: Operation): Field[] {
  const { properties, required = [] } = inputSchemaOf(operation)
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: isFile(field)
      ? 'file'
      : (field.enum?.map(String).join(' | ') ?? [field.type ?? 'any'].flat().join(' or ')),
    required: required.includes(name),
    description: field.description ?? '',
    sample: field.enum?.[0] ?? `<${name}>`,
  }))
}

function row({ name, type, required, description }: Field, parameters: string[]): string {
  const place = parameters.includes(name) ? ' in the path' : ''
  return `<tr><td><code>${name}</code>${required ? ' <b>required</b>' : ''}${place}</td><td>${escapeHtml(type)}</td><td>${escapeHtml(description)}</td></tr>`
}

function example(operation: Operation, fields: Field[]): string {
  const { method, path, parameters } = httpParts(operation.http!)
  const needed = fields.filter(({ name, required }) => required && !parameters.includes(name))
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$BATON${path.replace(/:(\w+)/g, '<$1>')}"`]
  if (!operation.access.open) lines.push(`-H "Authorization: Bearer $TOKEN"`)
  if (operation.upload) {
    lines.push(
      ...needed.map(({ name, type, sample }) => `-F "${name}=${type === 'file' ? '@' : ''}${sample}"`),
    )
  } else if (needed.length > 0 && method !== 'GET' && method !== 'DELETE') {
    const body = Object.fromEntries(needed.map(({ name, sample }) => [name, sample]))
    lines.push(`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body)}'`)
  }
  return lines.join(' \\\n  ')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export const referenceStyle = `
:root { color-scheme: light dark; --line: #8883; --quiet: #8889; --accent: #3b6fd4; }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr); font: 15px/1.55 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; border-right: 1px solid var(--line); }
nav h1 { font-size: 1rem; } nav h2 { font-size: .75rem; text-transform: uppercase; opacity: .6; margin: 1.2rem 0 .3rem; }
nav ul { list-style: none; padding: 0; margin: 0; } a { color: inherit; text-decoration: none; } a:hover { text-decoration: underline; }
main { padding: 1.5rem 2.5rem 6rem; max-width: 60rem; } main h2 { text-transform: capitalize; margin-top: 3rem; }
section { border-top: 1px solid var(--line); padding: 1rem 0; } h3 { font-weight: 500; font-size: 1.05rem; }
h3 span { font: 600 .75rem/1 ui-monospace, monospace; padding: .25rem .45rem; border-radius: .3rem; background: var(--line); }
h3 .DELETE { color: #c0392b; } h3 .GET { color: var(--accent); } var { font-style: normal; color: var(--accent); }
.who { opacity: .65; font-size: .9rem; } table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); }
code, pre { font-family: ui-monospace, monospace; font-size: .88em; } b { font-weight: 500; color: #c0792b; font-size: .75rem; }
pre { background: #8881; padding: .8rem 1rem; border-radius: .5rem; overflow: auto; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; } main { padding: 1rem; } }
`

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
