import { databaseTime } from '../../../database/clock.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { CallingOrganization } from '../../../operations/caller.ts'
import type { App } from '../../../operations/context.ts'
import type { CodeFinding } from '../../../operations/services.ts'
import { NoResponse, NotAllowed } from '../../../platform/external-url.ts'
import { fetchExternal } from '../../../platform/fetch-external.ts'
import { findSpecAsEvidence, namesSpec, specSource } from '../../knowledge/specs/as-evidence.ts'
import { claimOf } from './code-fields.ts'
import type { EvidenceKind } from './kinds.ts'
import { evaluateReport } from './reports/report.ts'
import type { EvidenceRow } from './tables.ts'

/** The result of checking a piece of evidence. */
export type Finding = Pick<
  EvidenceRow,
  'status' | 'finding' | 'source' | 'checked_at' | 'result' | 'repo_id' | 'commit'
> & {
  /** False if a repository didn't respond, so that an earlier result stays. */
  answered: boolean
}

export interface VerifyContext extends InOrganization {
  app: App
  /** The project of the feature. */
  projectId: string
  /** The repository that it was found in before. Everyone who sees the evidence can check it there again. */
  repoId?: string | null
}

/** A piece of evidence in an input or in a row. */
interface Verifiable {
  kind: EvidenceKind
  reference?: string | null | undefined
  content?: string | null | undefined
  commit?: string | null | undefined
  branch?: string | null | undefined
  paths?: string[] | undefined
}

/** Verifies evidence where its kind allows. Calls external servers, so it must not run in a transaction. */
export async function verifyEvidence(context: VerifyContext, pieces: Verifiable[]): Promise<Finding[]> {
  const inCode = await verifyInCode(context, pieces)
  return Promise.all(
    pieces.map(async (piece) => {
      const found = inCode.get(piece)
      return found ? findingInCode(piece, found) : verifyPiece(context, piece)
    }),
  )
}

/** Looks up all evidence in repositories together, because opening a repository is slow. */
async function verifyInCode(
  { app, organization, projectId, repoId, ...signedIn }: VerifyContext,
  pieces: Verifiable[],
) {
  const pairs = pieces.flatMap((piece) => {
    const claim = claimOf(piece)
    return claim && !organization.sandbox ? [{ piece, claim }] : []
  })
  if (pairs.length === 0) return new Map<Verifiable, CodeFinding>()
  const scope = { projectId, granted: { ...signedIn, organization } }
  const claims = pairs.map(({ claim }) => claim)
  const again = repoId ? await app.codeEvidence.verify({ projectId, repoId }, claims) : undefined
  const found = again ?? (await app.codeEvidence.verify(scope, claims))
  return new Map(found?.map((each, index) => [pairs[index]!.piece, each]))
}

/** Combines the result of a test report with its commit. Other kinds have only the finding in the repository. */
export function findingInCode({ kind, content }: Verifiable, found: CodeFinding): Finding {
  const { status, finding, source, repoId, commit, answered } = found
  const inRepo = { repo_id: repoId, commit, answered }
  if (kind !== 'test_report')
    return { status, finding, source, checked_at: answered ? now() : null, result: null, ...inRepo }
  const report = readReport(content ?? '')
  if (report.status === 'failed') return { ...report, ...inRepo }
  return { ...report, status, finding: `${report.finding} ${finding}`, ...inRepo }
}

async function verifyPiece(
  { app, organization, projectId }: VerifyContext,
  { kind, reference, content, commit }: Verifiable,
): Promise<Finding> {
  if (kind === 'spec' && namesSpec(reference)) return readSpec(app, organization, projectId, reference!)
  switch (kind) {
    case 'test_report':
      return readReport(content ?? '', commit && notChecked(organization))
    case 'spec':
    case 'url':
      return organization.sandbox ? unchecked(notChecked(organization)) : checkLink(app, reference ?? '')
    case 'commit':
    case 'pull_request':
    case 'check_run':
      return unchecked(notChecked(organization))
    default:
      return unchecked("Accepted without a check: this kind can't be verified.")
  }
}

function notChecked({ sandbox }: CallingOrganization): string {
  return sandbox
    ? 'Not checked: the sandbox makes no external requests.'
    : 'Not checked: no repository is connected to the project.'
}

const nowhere = { repo_id: null, commit: null, answered: true }

/** Evaluates a report. `uncheckedCommit` says why its commit can't be checked. */
function readReport(content: string, uncheckedCommit?: string | null): Finding {
  const { passed, finding, format, result } = evaluateReport(content)
  const source = `The report itself (${format}).`
  const found = { source, checked_at: now(), result, ...nowhere }
  if (passed && uncheckedCommit)
    return { status: 'unverified', finding: `${finding} Its commit: ${uncheckedCommit}`, ...found }
  return { status: passed ? 'verified' : 'failed', finding, ...found }
}

async function readSpec(
  { database }: App,
  { id }: CallingOrganization,
  projectId: string,
  key: string,
): Promise<Finding> {
  const spec = await findSpecAsEvidence(database, { organization_id: id, project_id: projectId }, key)
  return { ...spec, source: specSource, checked_at: now(), result: null, ...nowhere }
}

/** Follows redirects, and needs only the status of the response. */
const linkCheck = {
  headers: { 'user-agent': 'Baton (link check)', accept: '*/*' },
  maxBytes: 0,
  isExcerpt: true,
  maxRedirects: 5,
}

async function checkLink({ config }: App, link: string): Promise<Finding> {
  try {
    const { status, url } = await fetchExternal(link, { ...linkCheck, allowed: config.LINK_CHECK_HOSTS })
    const isSuccess = status >= 200 && status < 300
    return {
      status: isSuccess ? 'verified' : 'failed',
      finding: `The link returned status ${status}.`,
      source: url.slice(0, 2000),
      checked_at: now(),
      result: null,
      ...nowhere,
    }
  } catch (error) {
    if (error instanceof NotAllowed) return unchecked(`Not checked: ${clause(error)}`)
    if (!(error instanceof NoResponse)) throw error
    return { ...unchecked(`The link could not be checked: ${clause(error)}`), checked_at: now() }
  }
}

/** Lowercases the first letter of an error message, so that it can end a sentence. */
function clause({ message }: Error): string {
  return message[0]!.toLowerCase() + message.slice(1)
}

function unchecked(finding: string): Finding {
  return { status: 'unverified', finding, source: null, checked_at: null, result: null, ...nowhere }
}

function now(): string {
  return databaseTime()
}
