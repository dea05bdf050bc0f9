import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { type AccessRule, type SignedIn, ownAccount, platformAdmin } from '../../operations/access.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type IssueWithNames, fromIssues, issueWithNames } from './issue.ts'

export interface OnIssue extends SignedIn {
  issue: IssueWithNames
}

/** For an issue that the caller reported. Other issues don't exist for them, not even for administrators. */
export const ownIssue: AccessRule<{ issue: string }, OnIssue> = {
  ...ownAccount,
  name: 'ownIssue',
  sentence: 'The reporter of the issue. Not with test or project credentials.',
  async check(asked, input) {
    const granted = await ownAccount.check(asked, input)
    return { ...granted, issue: await findIssue(asked, input.issue, sql`i.reporter_id = ${granted.user.id}`) }
  },
}

/** For any issue of the instance. */
export const anyIssue: AccessRule<{ issue: string }, OnIssue> = {
  ...platformAdmin,
  name: 'anyIssue',
  async check(asked, input) {
    const granted = await platformAdmin.check(asked, input)
    return { ...granted, issue: await findIssue(asked, input.issue, sql`true`) }
  },
}

/** Finds an issue by number or id, if the condition on `i` allows it. */
export async function findIssue({ db, hold }: { db: Queries; hold: boolean }, ref: string, visible: Sql) {
  const condition = isCondition(ref)
  const [issue] = condition
    ? await db.run<IssueWithNames>(
        sql`select ${issueWithNames} from ${fromIssues} where ${condition} and ${visible}
          ${hold ? sql`for update of i` : sql.empty}`,
      )
    : []
  return issue ?? reject('not_found', { kind: 'issue', ref })
}

/** Returns the condition for a number, with or without "#", or an id. Other texts match nothing. */
function isCondition(ref: string): Sql | undefined {
  if (anyUuid.test(ref)) return sql`i.id = ${ref}`
  const [, number] = /^#?([1-9]\d{0,8})$/.exec(ref) ?? []
  return number ? sql`i.number = ${Number(number)}` : undefined
}
