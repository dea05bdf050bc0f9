import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { drawImage } from '../../operations/set-image.ts'
import { anyIssue, ownIssue } from './access.ts'
import { issueEntry } from './change-issue.ts'
import { Issue, issueFromRow, issueRef } from './issue.ts'

/** Large enough to read the text of a screen. */
const frame = { width: 2560, height: 2560, fit: 'inside' } as const

export const setScreenshot = operation({
  id: 'issues.setScreenshot',
  summary: 'Add a screenshot to an issue that you reported, or replace it: PNG, JPEG, WebP or GIF.',
  http: 'PUT /api/issues/:issue/screenshot',
  access: ownIssue,
  upload: 'image',
  input: z.object({
    issue: issueRef,
    image: z.file().describe('Image file: PNG, JPEG, WebP or GIF, at most 5 MiB.'),
  }),
  output: Issue,
  prepare: async (_context, { image }) => ({ encoded: await drawImage(image, frame) }),
}).run(async (ctx) => {
  const { db, issue, encoded } = ctx
  await db.run(
    sql`insert into issue_screenshots (issue_id, type, bytes) values (${issue.id}, ${encoded.type}, ${encoded.bytes})
      on conflict (issue_id) do update set type = excluded.type, bytes = excluded.bytes, created_at = now()`,
  )
  ctx.record(issueEntry('issue.updated', issue, { data: { screenshot: 'stored' } }))
  return issueFromRow({ ...issue, has_screenshot: true })
})

export const removeScreenshot = operation({
  id: 'issues.removeScreenshot',
  summary: 'Delete the screenshot of an issue that you reported.',
  http: 'DELETE /api/issues/:issue/screenshot',
  access: ownIssue,
  destructive: true,
  input: z.object({ issue: issueRef }),
  output: Issue,
}).run(async (ctx) => {
  const { db, issue } = ctx
  if (issue.has_screenshot) {
    await db.run(sql`delete from issue_screenshots where issue_id = ${issue.id}`)
    ctx.record(issueEntry('issue.updated', issue, { data: { screenshot: 'deleted' } }))
  }
  return issueFromRow({ ...issue, has_screenshot: false })
})

const fileOutput = z.object({
  type: z.string(),
  bytes: z.instanceof(Uint8Array),
  etag: z.string(),
  lasting: z.boolean(),
})

export const getScreenshot = operation({
  id: 'issues.getScreenshot',
  summary: 'Download the screenshot of an issue that you reported.',
  http: 'GET /api/issues/:issue/screenshot',
  access: ownIssue,
  answers: 'file',
  input: z.object({ issue: issueRef }),
  output: fileOutput,
}).run(({ db, issue }) => readScreenshot(db, issue))

export const getAnyScreenshot = operation({
  id: 'issues.getAnyScreenshot',
  summary: 'Download the screenshot of any issue.',
  http: 'GET /api/admin/issues/:issue/screenshot',
  access: anyIssue,
  answers: 'file',
  input: z.object({ issue: issueRef }),
  output: fileOutput,
}).run(({ db, issue }) => readScreenshot(db, issue))

async function readScreenshot(db: Queries, { id, number }: { id: string; number: number }) {
  const [image] = await db.run<{ type: string; bytes: Uint8Array<ArrayBuffer>; created_at: string }>(
    sql`select type, bytes, created_at from issue_screenshots where issue_id = ${id}`,
  )
  if (!image) reject('not_found', { kind: 'screenshot', ref: `#${number}` })
  const { type, bytes, created_at } = image
  return { type, bytes, etag: `${id} ${created_at}`, lasting: false }
}
