import { z } from 'zod'
import { databaseTime } from '../../../database/clock.ts'
import { platformAdmin } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { changeSiteVersion, listSitePaths } from '../public-articles.ts'

export const generateSitemap = operation({
  id: 'sitemap.generate',
  summary: 'Regenerate the sitemap on every node. It also follows every change automatically.',
  http: 'POST /api/admin/settings/generate-sitemap',
  access: platformAdmin,
  input: z.object({}),
  output: z.object({
    url: z.string().describe('URL of the sitemap.'),
    urls: z.int().describe('Number of URLs in it.'),
    generatedAt: z.iso.datetime(),
  }),
}).run(async (ctx) => {
  const { app, db } = ctx
  await changeSiteVersion(db)
  const paths = await listSitePaths(db)
  ctx.record({
    type: 'sitemap.generated',
    // The sitemap has no id, so the event uses the instance id.
    subject: { kind: 'sitemap', id: app.epoch },
    organizationId: null,
    data: { urls: paths.length },
  })
  ctx.afterCommit(() => app.bus.siteChanged())
  return { url: `${app.config.APP_URL}/sitemap.xml`, urls: paths.length, generatedAt: databaseTime() }
})
