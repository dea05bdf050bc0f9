import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getPublicAgent } from '../../domains/agents/agents.ts'
import { excerptOf } from '../../domains/knowledge/notes/text.ts'
import { getPublicNote } from '../../domains/knowledge/notes/publishing.ts'
import { getPublicSkill } from '../../domains/knowledge/skills/skills.ts'
import { getPublicProject } from '../../domains/public-projects/get-public-project.ts'
import { OperationError } from '../../errors/errors.ts'
import { anonymous } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { perform } from '../../operations/perform.ts'
import { html } from '../../platform/html.ts'
import { createDocument, sendDocument } from './documents.ts'
import { factsOf } from './facts.ts'
import { pagePolicy } from './headers.ts'
import { previewTags } from './preview-tags.ts'

interface Preview {
  title: string
  /** The start of the text, in Markdown. */
  text: string
}

type FindPreview = (app: App, params: Record<string, string>, request: FastifyRequest) => Promise<Preview>

/** The public pages of the dashboard. The same operations serve their data, so a preview never shows more. */
const publicPages: Record<string, FindPreview> = {
  '/public/agents/:slug': async (app, params, request) => {
    const { output } = await perform(app, getPublicAgent, anonymous, params, factsOf(request))
    return { title: output.name, text: output.role }
  },
  '/public/notes/:slug': async (app, params, request) => {
    const { output } = await perform(app, getPublicNote, anonymous, params, factsOf(request))
    return { title: output.title, text: output.content }
  },
  '/public/skills/:slug': async (app, params, request) => {
    const { output } = await perform(app, getPublicSkill, anonymous, params, factsOf(request))
    return { title: output.name, text: output.description }
  },
  '/public/:user/:slug': async (app, params, request) => {
    const { output } = await perform(app, getPublicProject, anonymous, params, factsOf(request))
    return { title: output.name, text: output.description }
  },
}

/**
 * Serves the public pages of the dashboard with the title, description and image of their preview cards, because the
 * programs that build the cards run no scripts.
 */
export function servePagePreviews(app: App, http: FastifyInstance, page: string): void {
  const appUrl = app.config.APP_URL.replace(/\/$/, '')
  for (const [path, findPreview] of Object.entries(publicPages))
    http.get(path, async (request, reply) => {
      const params = request.params as Record<string, string>
      const preview = await findPreview(app, params, request).catch((error: unknown) => {
        // The page itself explains that it isn't public.
        if (error instanceof OperationError) return undefined
        throw error
      })
      return sendDocument(
        request,
        reply,
        createDocument('text/html; charset=utf-8', render(request, preview), { policy: pagePolicy }),
      )
    })

  function render(request: FastifyRequest, preview: Preview | undefined): string {
    if (!preview) return page
    const { title, text } = preview
    const description = excerptOf(title, text)
    const tags = previewTags({
      site: 'Baton',
      title,
      description,
      url: appUrl + request.url.replace(/[?#].*$/s, ''),
      appUrl,
    })
    const heading = html`<title>${title}</title>`.text
    return page.replace(/<title>.*?<\/title>/, () => heading).replace('</head>', () => `${tags.text}</head>`)
  }
}
