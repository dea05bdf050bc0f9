import sharp from 'sharp'
import { sql } from '../server/database/sql.ts'
import type { Given } from './given.ts'

const addScreenshot: Given = async (_person, { app }, { issue }) => {
  await app.database.run(
    sql`insert into issue_screenshots (issue_id, type, bytes) values (${issue!}, 'image/webp', '')
      on conflict do nothing`,
  )
  return {}
}

/** Inputs for issues that their schemas don't determine: a part of given.ts. */
export const givenIssues: Record<string, Given> = {
  // Only an administrator can be assigned, so the sample passes no one.
  'issues.update': () => ({ state: 'triaged', assignee: null, reply: 'We look into it.' }),
  'issues.setScreenshot': async () => ({ image: await screenshot() }),
  'issues.getScreenshot': addScreenshot,
  'issues.getAnyScreenshot': addScreenshot,
  'issues.removeScreenshot': addScreenshot,
}

/** Returns a wide screenshot, larger than the stored ones. */
export async function screenshot(width = 64, height = 16): Promise<File> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#336699' } })
  return new File([new Uint8Array(await picture.png().toBuffer())], 'screen.png', { type: 'image/png' })
}
