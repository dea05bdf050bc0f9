import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** The pages that people open first. */
const accounts = /\/pages\/accounts\/(sign-in|sign-up|code|link|forgot-password|second-factor)-page\.tsx$/
const work =
  /\/src\/(shell\/shell|pages\/(projects\/(project-frame|projects-page)|tasks\/list-page|home\/home-page))\.tsx$/
const baseUi = /node_modules\/(@base-ui|@floating-ui)\//
/** Parts of React Query that only lists use. All parts are imported by the index of the package. */
const listQueries = /node_modules\/@tanstack\/.*(infinite|queries)/i

/**
 * The files of the code that the first pages import. A group also takes what its modules import, so the group of the
 * common code comes first. Each page itself keeps its own file.
 */
export const layers: Rolldown.CodeSplittingGroup[] = [
  layer(
    'common',
    (id, context) =>
      !listQueries.test(id) && isNeededBy(accounts, id, context) && isNeededBy(work, id, context),
  ),
  layer('accounts', (id, context) => !listQueries.test(id) && isNeededBy(accounts, id, context)),
  // Changes seldom, so browsers keep it in the cache after an update of Baton.
  layer('base-ui', (id, context) => baseUi.test(id) && isNeededBy(work, id, context)),
  layer('work', (id, context) => isNeededBy(work, id, context)),
]

function layer(
  debugName: string,
  contains: (id: string, context: Context) => boolean,
): Rolldown.CodeSplittingGroup {
  const name = (id: string, context: Context) =>
    !accounts.test(id) && !work.test(id) && contains(id, context) ? debugName : null
  return { name, debugName, priority: 1 }
}

/** Returns whether one of the pages imports the module, directly or through others. */
function isNeededBy(pages: RegExp, id: string, context: Context): boolean {
  const importers = new Set([id])
  for (const each of importers) {
    if (pages.test(each)) return true
    for (const importer of context.getModuleInfo(each)?.importers ?? []) importers.add(importer)
  }
  return false
}
